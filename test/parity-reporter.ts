/** Ends `npm run parity` with what was skipped and why. With SENSEBENCH_PARITY=all a skip is an error. */
import type { Reporter, TestModule } from 'vitest/node';
import { SKIPPED } from './shared.ts';

export interface SkippedFile {
  file: string;
  skipped: number;
  tests: number;
  reasons: readonly string[];
}

export class ParityReporter implements Reporter {
  /** The lines that shared.ts prints while a file is collected, by the id of the file. */
  private readonly printed = new Map<string, string[]>();

  onUserConsoleLog({ taskId = '', content }: { taskId?: string; content: string }): void {
    const reasons = content.split('\n').filter((line) => line.startsWith(SKIPPED));
    this.printed.set(taskId, [...(this.printed.get(taskId) ?? []), ...reasons.map((line) => line.slice(SKIPPED.length))]);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => this.skippedIn(module)).filter(({ skipped }) => skipped > 0);
    const { text, failed } = describeSkips(files, process.env.SENSEBENCH_PARITY);
    console.log(text);
    if (failed) process.exitCode = 1;
  }

  private skippedIn(module: TestModule): SkippedFile {
    const skipped = [...module.children.allTests('skipped')];
    const notes = skipped
      .map((test) => test.result())
      .flatMap((result) => (result.state === 'skipped' && result.note ? [result.note] : []));
    return {
      file: module.relativeModuleId,
      skipped: skipped.length,
      tests: [...module.children.allTests()].length,
      reasons: [...new Set([...(this.printed.get(module.id) ?? []), ...notes])],
    };
  }
}

export function describeSkips(files: readonly SkippedFile[], demand?: string): { text: string; failed: boolean } {
  if (files.length === 0) return { text: 'Nothing was skipped.', failed: false };
  const failed = demand === 'all';
  const lines = files.map(({ file, skipped, tests, reasons }) =>
    [
      `  ${file}: ${skipped} of ${tests} tests`,
      ...(reasons.length > 0 ? reasons : ['no reason given']).map((reason) => `    ${reason}`),
    ].join('\n'),
  );
  return { text: [failed ? 'Skipped, which SENSEBENCH_PARITY=all makes an error:' : 'Skipped:', ...lines].join('\n'), failed };
}
