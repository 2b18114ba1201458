/** A lexer of the lex family (Lesk and Schmidt 1975): at each place the rule that matches most text wins, the first of equal ones. */
import { type Automaton, createAutomaton, createCharClasses } from './automaton.ts';
import { type Pattern, sequence } from './patterns.ts';

export interface LexerRule<Token> {
  pattern: Pattern;
  /** The text that must follow. It counts towards the longest match, and is read again afterwards. */
  ahead?: Pattern;
  /** The token, or null for nothing, and how much of the text it uses up; default: all. */
  read(text: string): { token: Token | null; used?: number };
}

export interface Lexeme<Token> {
  token: Token | null;
  end: number;
}

/** The returned function reads one lexeme at a place; a character that no rule knows is skipped. */
export function createLexer<Token>(rules: readonly LexerRule<Token>[]): (text: string, from: number) => Lexeme<Token> {
  const classes = createCharClasses();
  const whole = createAutomaton(
    rules.map(({ pattern, ahead }) => (ahead ? sequence(pattern, ahead) : pattern)),
    classes,
  );
  /** Automata of rules that look ahead, made when the rule first matches. */
  const halves: ({ head: Automaton; tail: Automaton } | undefined)[] = [];

  function halvesOf(rule: number): { head: Automaton; tail: Automaton } | null {
    const { pattern, ahead } = rules[rule];
    if (!ahead) return null;
    halves[rule] ??= { head: createAutomaton([pattern], classes), tail: createAutomaton([ahead], classes) };
    return halves[rule];
  }

  return (text, from) => {
    const { rule, end } = whole.longest(text, from);
    if (rule < 0) return { token: null, end: from + 1 };
    const half = halvesOf(rule);
    // The longest head whose rest is a whole tail.
    const split = half ? (half.head.ends(text, from, end - 1).findLast((each) => half.tail.matches(text, each, end)) ?? from) : end;
    const { token, used = split - from } = rules[rule].read(text.slice(from, split));
    return { token, end: from + used };
  };
}
