/** The address of a server: what may be in it, and how it is written into folders and messages. */
import { InputError } from '@sensebench/metrics/internal/core';

export const OWN_ADDRESS = 'https://api.openai.com/v1';

type Environment = Readonly<Record<string, string | undefined>>;

export function addressIn(environment: Environment): string {
  return environment.OPENAI_BASE_URL?.trim() || OWN_ADDRESS;
}

/** OpenAI bills a request to the organization and the project that its headers name. */
export function accountHeaders({ OPENAI_ORG_ID, OPENAI_PROJECT_ID }: Environment): Record<string, string> {
  return {
    ...(OPENAI_ORG_ID ? { 'openai-organization': OPENAI_ORG_ID } : {}),
    ...(OPENAI_PROJECT_ID ? { 'openai-project': OPENAI_PROJECT_ID } : {}),
  };
}

/** A query of the address, which may hold a key, stays behind the path. */
export function endpointAt(address: string, path: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  return url.href;
}

/** An address is written into folders and reports, so it may hold no key. The message does not repeat it. */
export function refuseSecrets(address: string): void {
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw new InputError('the address of the server is not a URL', { expected: 'openai:MODEL@http://127.0.0.1:8000/v1' });
  if (url.username || url.password)
    throw new InputError('the address of the server holds a user name or a password', { expected: 'the key in OPENAI_API_KEY' });
}

/** A query may hold a key. */
export function withoutQuery(address: string): string {
  const url = new URL(address);
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
}

/** Servers repeat keys in their messages; short ones are placeholders such as "none". */
export function withoutKey(text: string, key: string): string {
  return key.length >= 8 ? text.replaceAll(key, '[key]') : text;
}
