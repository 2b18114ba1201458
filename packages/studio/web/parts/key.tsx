/** The key that does the same as a button; readers of screens have the help page for them. */

export function Key({ children }: { children: string }) {
  return (
    <span class="key" aria-hidden="true">
      {children}
    </span>
  );
}
