/** Light or dark pages, by the system's setting or by the person's choice on this device. */
import { useState } from 'preact/hooks';
import { readSetting, writeSetting } from './setting.ts';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

function chosenTheme(): Theme {
  return THEMES.find((theme) => theme === readSetting('theme')) ?? 'system';
}

export function applyTheme(theme = chosenTheme()): void {
  document.documentElement.dataset.theme = theme;
}

export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme());
  return (
    <select
      class="theme"
      aria-label="Colors"
      value={theme}
      onChange={({ currentTarget }) => {
        const chosen = THEMES.find((one) => one === currentTarget.value) ?? 'system';
        writeSetting('theme', chosen);
        applyTheme(chosen);
        setTheme(chosen);
      }}
    >
      {THEMES.map((one) => (
        <option key={one} value={one}>
          {one === 'system' ? 'Auto' : one === 'light' ? 'Light' : 'Dark'}
        </option>
      ))}
    </select>
  );
}
