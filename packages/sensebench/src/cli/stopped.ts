/** Waits until a command that lasts is told to stop: Ctrl-C, the end of a service (SIGTERM), or another reason. */

export async function stopped(signals: readonly AbortSignal[]): Promise<void> {
  const terminated = new AbortController();
  const onTerm = () => terminated.abort();
  process.once('SIGTERM', onTerm);
  try {
    const any = AbortSignal.any([...signals, terminated.signal]);
    if (!any.aborted) await new Promise<void>((resolve) => any.addEventListener('abort', () => resolve(), { once: true }));
  } finally {
    process.removeListener('SIGTERM', onTerm);
  }
}
