/** The rules of a competition: its phases in plain words, the data that is given, and the hashes of the data that is not. */
import { addressOf } from '../api/call.ts';
import { Guideline } from '../parts/guideline.tsx';
import { count, moment } from '../parts/time.ts';
import { type Competition, type Phase, phaseWords } from './competition.ts';
import { Rescorings } from './rescorings.tsx';

export function AboutPage({ competition }: { competition: Competition }) {
  return (
    <>
      {competition.about && <Guideline text={competition.about} />}
      {competition.phases.map((phase) => (
        <PhaseRules key={phase.number} competition={competition} phase={phase} />
      ))}
      <Commitment competition={competition} />
      <Rescorings competition={competition} />
    </>
  );
}

function PhaseRules({ competition: { id: board, live }, phase }: { competition: Competition; phase: Phase }) {
  const { number, name, state, items, publicItems, privateItems } = phase;
  const facts: [string, string][] = [
    ['Time', `${moment(phase.start)} to ${phase.end === null ? 'no end' : moment(phase.end)}; a submission at the end itself is too late`],
    // A copy without its data does not know how many items there are.
    ['Scored', `${items > 0 ? `${count(items, 'item')} of ` : ''}${phase.split}${whereWords(phase.where)}`],
    ...(privateItems > 0
      ? [
          ['Feedback while it runs', feedbackWords(phase, ` on the public part, ${count(publicItems, 'item')}`)] as [string, string],
          [
            'Ranks after the end',
            `scores of ${phase.final === 'private' ? `the private part, ${count(privateItems, 'item')}` : 'all items'}`,
          ] as [string, string],
        ]
      : [['Feedback while it runs', feedbackWords(phase, items > 0 ? ' on all items' : '')] as [string, string]]),
    ['Ranked by', `${phase.rank}, the ${phase.direction === 'higher' ? 'highest' : 'lowest'} first`],
    ['Metrics', phase.metrics.join(', ')],
    ...(phase.breakdowns.length > 0 ? [['Also by', phase.breakdowns.join(', ')] as [string, string]] : []),
    ['Submissions of an account', quotaWords(phase)],
    ['Names', phase.anonymous ? 'hidden until the phase ends' : 'shown from the start'],
    ['Single items after the end', phase.afterEnd === 'items' ? 'predictions can be compared item by item' : 'not shown'],
    ['Given', shownWords(phase)],
  ];
  return (
    <section aria-labelledby={`phase-${number}`}>
      <h2 id={`phase-${number}`}>
        <bdi>{name}</bdi> <span class={`badge ${state}`}>{state}</span>
      </h2>
      <p class="soft">It {phaseWords(phase)}.</p>
      <dl class="facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      {!live ? null : state === 'coming' ? (
        <p class="soft">The starter kit can be downloaded when the phase begins.</p>
      ) : (
        <p>
          <a class="button" href={addressOf('/api/boards/{board}/phases/{phase}/kit', { params: { board, phase: number } })} download>
            Download the starter kit
          </a>{' '}
          <span class="soft">Data without answers, a format check, baselines, instructions.</span>
        </p>
      )}
    </section>
  );
}

function feedbackWords({ ladder }: Phase, data: string): string {
  if (ladder === false) return `plain scores${data}`;
  return `rounded scores${data}; a submission that is not above its account’s best so far has none while the phase runs (the Ladder)`;
}

function quotaWords({ quota: { day, total } }: Phase): string {
  const limits = [day === null ? null : `${day} per day (UTC)`, total === null ? null : `${total} in total`].filter(
    (text) => text !== null,
  );
  return limits.length > 0 ? `${limits.join(', ')}; up to 20 failed or cancelled submissions per day do not count` : 'unlimited';
}

function shownWords({ shown }: Phase): string {
  if (shown.length === 0) return 'the items to predict, without answers';
  return shown
    .map(({ split, where, answers }) => {
      const how = answers === 'all' ? 'with answers' : answers === 'none' ? 'without answers' : `with the answers of ${answers} examples`;
      return `${split}${whereWords(where)} ${how}`;
    })
    .concat('the items to predict, without answers')
    .join('; ');
}

function whereWords(where: Phase['where']): string {
  const parts = Object.entries(where).map(([name, groups]) => `${name} ${groups.join(', ')}`);
  return parts.length > 0 ? ` (${parts.join('; ')})` : '';
}

function Commitment({ competition: { commitment } }: { competition: Competition }) {
  const files = Object.entries(commitment.files);
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="commitment">
      <h2 id="commitment">Hashes of the withheld answers</h2>
      <p class="soft">Published from the start ({commitment.method}), so that anyone can check the files when the owner releases them.</p>
      <details>
        <summary>{count(files.length, 'hash', 'hashes')}</summary>
        <dl class="facts hashes">
          {files.map(([file, hash]) => (
            <div key={file}>
              <dt>
                <bdi>{file}</bdi>
              </dt>
              <dd>
                <code>{hash}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
