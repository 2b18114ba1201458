/** Settings of a person on this device. Without storage each has its default. */

export function readSetting(name: string): string | null {
  try {
    return localStorage.getItem(`sensebench.${name}`);
  } catch {
    return null;
  }
}

export function writeSetting(name: string, value: string): void {
  try {
    localStorage.setItem(`sensebench.${name}`, value);
  } catch {
    // Nothing depends on it.
  }
}
