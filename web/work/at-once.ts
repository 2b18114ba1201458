/** Whether an answer is sent as soon as its choices are made. The person decides; default: no. */

const SETTING = 'sensebench.at-once';

export function atOnceOn(): boolean {
  try {
    return localStorage.getItem(SETTING) === 'on';
  } catch {
    return false;
  }
}

export function setAtOnce(on: boolean): void {
  try {
    localStorage.setItem(SETTING, on ? 'on' : 'off');
  } catch {
    // Without storage the default stays.
  }
}
