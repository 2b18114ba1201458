/** Words that are not concepts: they have no scene of their own, and the released sets have none of them (Lin et al. 2020, Figure 7). */
import { readLines } from '../../../files/index.ts';

/** Whom writers add by themselves to complete a scene ("a/an man/woman/girl/boy/adult/teenager/group of guys"); captions name them all the time. */
const AGENTS = ['adult', 'baby', 'boy', 'child', 'girl', 'group', 'guy', 'man', 'people', 'person', 'teenager', 'woman'];
/** Verbs that carry tense, voice or aspect. */
const LIGHT_VERBS = ['be', 'become', 'do', 'get', 'go', 'have', 'keep', 'let', 'make', 'need', 'see', 'seem', 'start', 'try', 'want'];
/** Pronouns that taggers and WordNet call nouns, and captions' "another", "the other one". */
const PRONOUNS = [
  ...['anybody', 'anyone', 'anything', 'everybody', 'everyone', 'everything', 'nobody', 'none', 'nothing', 'somebody', 'someone'],
  ...['another', 'each', 'one', 'other', 'something', 'thing'],
];

export const STOP_CONCEPTS: ReadonlySet<string> = new Set([...AGENTS, ...LIGHT_VERBS, ...PRONOUNS]);

/** A list of one's own, one word a line; an empty file leaves nothing out. */
export async function readStopConcepts(path: string): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for await (const { text } of readLines(path)) if (text.trim() !== '') words.add(text.trim().toLowerCase());
  return words;
}
