/** For tests: the words of a command line as a shell would hand them over, with 'quoted' and "quoted" parts. */
export function splitWords(line: string): string[] {
  return Array.from(line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g), ([word]) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
