/** The instructions of SituatedGen's annotators (Zhang and Wan 2023, Table 6), whole: goal, five criteria, the worked example. */
import { CRITERIA, CRITERION_TEXTS, type Criterion } from '../criteria.ts';

const GOAL =
  'The objective of our project is to generate high-quality contrastive sentence pairs (antithesis) that incorporate geographical and temporal contexts. These sentence pairs will serve as a means to evaluate machines’ commonsense reasoning abilities under different extra-linguistic contexts. We aim to create sentences that require a deep understanding of real-world geographical and temporal entities but can be reasonably confirmed without resorting to external sources like Google or Wikipedia.';

/** What Table 6 adds to a criterion. */
const NOTES: Readonly<Partial<Record<Criterion, string>>> = {
  antithesis:
    'Intuitively, the qualifying two sentences can be connected into a coherent sentence via a conjunction word such as “while”, “yet”, and “whereas” (e.g., “July is summer in the United States, while July is winter in Australia.”).',
  dependence:
    'For example, for the sentence pair “July is summer in China. July is winter in Australia.”, if the two geographical entities “China” and “Australia” are swapped, the resulting sentences do not adhere to commonsense anymore: “July is summer in Australia. July is winter in China.”',
};

const EXAMPLE = {
  keywords: ['morning', 'night', 'sunrise', 'sunset'],
  sentences: ['The sky is bright with the sunrise in the early morning.', 'The sky is dark with the sunset in the late night.'],
  lines: {
    keywords: 'Both sentences include the keywords “morning” and “night.”',
    context: 'Each sentence contains a geographical or temporal entity (“sunrise” and “sunset”) related to the context.',
    commonsense: 'Both sentences are fluent and adhere to commonsense knowledge.',
    antithesis:
      'The sentences have a similar syntactic structure and create a semantic contradiction: “The sky is bright with the sunrise in the early morning, while the sky is dark with the sunset in the late night.”',
    dependence:
      'Swapping the temporal entities “early morning” and “late night” would result in a contradiction: “The sky is bright with the sunrise in the late night, while the sky is dark with the sunset in the early morning.”',
  } satisfies Record<Criterion, string>,
};

/** Ours: the table's example is looser than its criteria, and readers ask. */
const REMARK =
  'Read criterion 1 of the example as “the pair includes”: each keyword is in one of the two sentences. The entities of the example are its times of day, “early morning” and “late night”; criterion 2 names the sunrise and the sunset, criterion 5 swaps the times.';

export const FILTER_GUIDELINE = [
  `Goal: ${GOAL}`,
  'Instructions: We show a set of keywords and a pair of sentences containing these keywords. Your task is to determine whether this sentence pair satisfies all of the following criteria. Answer each with yes, no or unsure; the pair is valid only if all five are met.',
  CRITERIA.map((criterion, i) => {
    const note = NOTES[criterion];
    return `${i + 1}. ${CRITERION_TEXTS[criterion]}${note ? `\n   - ${note}` : ''}`;
  }).join('\n'),
  [
    'Example:',
    `- Keywords: ${EXAMPLE.keywords.join(', ')}`,
    ...EXAMPLE.sentences.map((sentence, i) => `- Sentence ${i + 1}: “${sentence}”`),
    ...CRITERIA.map((criterion, i) => `- Criterion ${i + 1}: ${EXAMPLE.lines[criterion]}`),
    '',
    'This example demonstrates how the sentence pairs satisfy the specified criteria of the task.',
  ].join('\n'),
  REMARK,
].join('\n\n');
