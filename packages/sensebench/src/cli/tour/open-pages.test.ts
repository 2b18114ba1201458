import { describe, expect, it } from 'vitest';
import { pageOpener } from './open-pages.ts';

describe('pages are opened', () => {
  it.each([
    { platform: 'linux', environment: { DISPLAY: ':0' }, program: 'xdg-open' },
    { platform: 'linux', environment: { WAYLAND_DISPLAY: 'wayland-0' }, program: 'xdg-open' },
    { platform: 'darwin', environment: {}, program: 'open' },
    { platform: 'win32', environment: {}, program: 'cmd' },
  ] as const)('by $program on $platform', ({ platform, environment, program }) => {
    expect(pageOpener({ platform, environment })?.program).toBe(program);
  });

  it.each([
    { platform: 'linux', environment: {} },
    { platform: 'linux', environment: { DISPLAY: ':10', SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } },
    { platform: 'darwin', environment: { CI: 'true' } },
  ] as const)('by nothing on $platform with $environment', (desktop) => {
    expect(pageOpener(desktop)).toBeUndefined();
  });
});
