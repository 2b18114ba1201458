/** Opens pages in the user's browser, where there is a desktop to open them on. */
import { spawn } from 'node:child_process';

export interface Desktop {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
}

/** The program that opens a file; undefined on a server, in CI and over SSH. */
export function pageOpener({ platform, environment }: Desktop): { program: string; words: readonly string[] } | undefined {
  const { CI, DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = environment;
  if (CI || SSH_CONNECTION) return undefined;
  if (platform === 'darwin') return { program: 'open', words: [] };
  // The empty word is the title of the window that `start` would otherwise take from the path.
  if (platform === 'win32') return { program: 'cmd', words: ['/c', 'start', ''] };
  return DISPLAY || WAYLAND_DISPLAY ? { program: 'xdg-open', words: [] } : undefined;
}

/** A page that cannot be opened is no error: its path is printed anyway. */
export function openPages(paths: readonly string[], desktop: Desktop): void {
  const opener = pageOpener(desktop);
  if (!opener) return;
  for (const path of paths) {
    const child = spawn(opener.program, [...opener.words, path], { stdio: 'ignore', detached: true });
    child.on('error', () => undefined);
    child.unref();
  }
}
