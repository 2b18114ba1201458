/** `sensebench serve`: the annotation studio and the leaderboards in a browser, on PostgreSQL of its own or of DATABASE_URL. */

import { defineAction, InputError } from '@sensebench/metrics/internal/core';
import { z } from 'zod';
import { isFolder } from '../../files/index.ts';
import { loadStudio } from '../load-studio.ts';
import { stopped } from '../stopped.ts';

export const action = defineAction({
  summary: 'the studio and the leaderboards in a browser: people annotate, competitors submit',
  options: z.object({
    data: z.string().default('studio').describe('folder of the database and of all that the studio keeps'),
    datasets: z.string().default('.').describe('folder with the dataset folders that studies can be made of'),
    runs: z.string().default('.').describe('folder with the run folders whose outputs people judge'),
    benchmark: z.array(z.string()).default([]).describe('modules of your own benchmarks; no other module is loaded'),
    host: z.string().default('127.0.0.1').describe('address to listen on'),
    port: z.number().int().min(0).max(65_535).default(4310).describe('port to listen on; 0: any free one'),
    origin: z
      .string()
      .optional()
      .describe('the address that people use, where a reverse proxy is in front, like https://studio.example.org'),
    tlsCert: z.string().optional().describe('certificate file (PEM), for HTTPS'),
    tlsKey: z.string().optional().describe('key file (PEM) of the certificate'),
    worker: z.boolean().default(true).describe('score submissions in this process too, beside those of `sensebench worker`'),
    log: z.enum(['text', 'json']).default('text').describe('text: what needs attention; json: every request and job, one object a line'),
    demo: z.boolean().default(false).describe('show one study of each kind of task on the starter corpus, with simulated annotators'),
  }),
  examples: [
    'serve',
    'serve --data studio --datasets datasets --runs runs',
    'serve --demo --data demo',
    'serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem',
    'serve --origin https://studio.example.org',
  ],
  async run(options, context) {
    const { tlsCert, tlsKey, demo } = options;
    if ((tlsCert === undefined) !== (tlsKey === undefined)) throw new InputError('--tls-cert and --tls-key belong together');
    for (const [flag, folder] of Object.entries({ datasets: options.datasets, runs: options.runs }))
      if (!isFolder(folder)) throw new InputError(`--${flag}: there is no such folder`, { file: folder });
    // Loaded here: nothing else needs the server.
    const { createLog, fillDemo, prepareDemo, startStudio } = await loadStudio();
    const folders = demo ? await prepareDemo(options.data, context) : { datasets: options.datasets, runs: options.runs };
    const lost = new AbortController();
    const log = createLog({
      format: options.log,
      write: options.log === 'json' ? (line) => process.stderr.write(`${line}\n`) : context.warn,
      now: context.now,
    });
    const running = await startStudio({
      app: context,
      data: options.data,
      ...(process.env.DATABASE_URL ? { databaseUrl: process.env.DATABASE_URL } : {}),
      ...folders,
      modules: options.benchmark,
      host: options.host,
      port: options.port,
      demo,
      worker: options.worker,
      log: log.line,
      entry: log.entry,
      onLost: (error) => lost.abort(error),
      ...(options.origin === undefined ? {} : { origin: options.origin }),
      ...(tlsCert !== undefined && tlsKey !== undefined ? { tls: { cert: tlsCert, key: tlsKey } } : {}),
    });
    try {
      if (demo) await fillDemo(running.studio, context);
    } catch (error) {
      await running.close();
      throw error;
    }
    context.say(`the studio is at ${running.url}; the link below is the owner's. Ctrl-C stops the server.`);
    if (running.ownerLinks > 1)
      context.say(
        `${running.ownerLinks} owner links are valid; \`sensebench store owners\` lists and revokes them, as does ${running.url}/owners`,
      );
    return {
      json: { url: running.url, link: running.link, ownerLinks: running.ownerLinks },
      text: running.link,
      async rest() {
        try {
          await stopped([context.signal, lost.signal]);
        } finally {
          await running.close();
        }
        if (lost.signal.aborted) throw lost.signal.reason;
      },
    };
  },
});
