/** Small changes to a source file, each of which a test should notice: another operator, number, condition, default or name of a state. */
import ts from 'typescript';

export interface Mutation {
  start: number;
  end: number;
  /** 1-based. */
  line: number;
  original: string;
  replacement: string;
}

/** What each operator becomes. One replacement each: the sample decides which places are tried, not how often. */
const OPERATORS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PercentToken, '*'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.QuestionQuestionToken, '&&'],
]);

/** Functions and methods that have a natural opposite. */
const OPPOSITES: Readonly<Record<string, string>> = { max: 'min', min: 'max', floor: 'ceil', ceil: 'floor', some: 'every', every: 'some' };

/** Every mutation of a file, in the order of its text. Types, imports and exports have none. */
export function findMutations(text: string, file = 'file.ts'): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutations: Mutation[] = [];
  const add = (node: ts.Node, replacement: string) => {
    const start = node.getStart(source);
    const { line } = source.getLineAndCharacterOfPosition(start);
    mutations.push({ start, end: node.end, line: line + 1, original: text.slice(start, node.end), replacement });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const replacement = OPERATORS.get(node.operatorToken.kind);
      if (replacement && !joinsTexts(node)) add(node.operatorToken, replacement);
    } else if (ts.isNumericLiteral(node)) add(node, `${Number(node.text) + 1}`);
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, 'false');
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, 'true');
    else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) add(node, node.operand.getText(source));
    else if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent) && node.parent.expression === node) {
      const opposite = OPPOSITES[node.name.text];
      if (opposite) add(node.name, opposite);
    } else if ((ts.isIfStatement(node) || ts.isConditionalExpression(node)) && isPlainCondition(condition(node)))
      add(condition(node), `!(${condition(node).getText(source)})`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutations.sort((a, b) => a.start - b.start);
}

export function mutate(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function condition(node: ts.IfStatement | ts.ConditionalExpression): ts.Expression {
  return ts.isIfStatement(node) ? node.expression : node.condition;
}

/** A comparison or a negation inside the condition has a mutation of its own. */
function isPlainCondition(node: ts.Expression): boolean {
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isCallExpression(node);
}

/** `+` between texts has no opposite that compiles. */
function joinsTexts({ operatorToken, left, right }: ts.BinaryExpression): boolean {
  if (operatorToken.kind !== ts.SyntaxKind.PlusToken && operatorToken.kind !== ts.SyntaxKind.PlusEqualsToken) return false;
  const isText = (node: ts.Expression): boolean =>
    ts.isStringLiteral(node) || ts.isTemplateLiteral(node) || (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)));
  return isText(left) || isText(right);
}
