/** The sidebar of the site: every page of the documentation is in one section, by task first. */

export interface SitePage {
  /** As the sidebar shows it. */
  text: string;
  /** The address below the site's root, without an ending. */
  page: string;
}

export interface SiteSection {
  text: string;
  pages: readonly SitePage[];
  /** Folded until a reader opens it. */
  folded?: boolean;
}

/** `pages` of sections that list a whole folder are added by the configuration. */
export const SECTIONS: readonly SiteSection[] = [
  {
    text: 'Score and compare',
    pages: [
      { text: 'Getting started', page: 'start' },
      { text: 'Score text', page: 'score' },
      { text: 'Evaluate a model', page: 'evaluate' },
      { text: 'Model runners', page: 'models' },
      { text: 'Compare systems', page: 'compare' },
      { text: 'Several models: suites', page: 'suite' },
      { text: 'Audit a dataset', page: 'audit' },
      { text: 'Analyse items', page: 'items' },
    ],
  },
  {
    text: 'Build',
    pages: [
      { text: 'SituatedGen', page: 'build-situatedgen' },
      { text: 'CommonGen', page: 'build-commongen' },
      { text: 'TG-CSR', page: 'tgcsr' },
      { text: 'Statements from questions', page: 'statements' },
      { text: 'Large builds', page: 'scaling' },
    ],
  },
  {
    text: 'Annotate',
    pages: [
      { text: 'The studio', page: 'studio' },
      { text: 'Decisions and agreement', page: 'annotation' },
    ],
  },
  {
    text: 'Host',
    pages: [
      { text: 'A leaderboard', page: 'host' },
      { text: 'A secure server', page: 'security' },
      { text: 'The database', page: 'store' },
    ],
  },
  {
    text: 'Write your own',
    pages: [
      { text: 'A benchmark, model or metric', page: 'own-benchmark' },
      { text: 'An annotation task', page: 'own-task' },
      { text: 'A program', page: 'library' },
      { text: 'Extending sensebench', page: 'extending' },
    ],
  },
  {
    text: 'Reference',
    pages: [
      { text: 'Commands', page: 'reference/commands' },
      { text: 'Models and their options', page: 'reference/models' },
      { text: 'API', page: 'reference/api/index' },
      { text: 'Metrics', page: 'reference/metrics' },
      { text: 'File formats', page: 'file-formats' },
      { text: 'Messages', page: 'messages' },
      { text: '@sensebench/metrics', page: 'metrics-package' },
    ],
  },
  {
    text: 'Explanations',
    folded: true,
    pages: [
      { text: 'Architecture', page: 'architecture' },
      { text: 'Coverage of the papers', page: 'coverage' },
      { text: 'Reproduced results', page: 'reproduction' },
      { text: 'Accuracy', page: 'figures' },
      { text: 'Speed', page: 'benchmarks' },
      { text: 'Robustness', page: 'soak' },
      { text: 'Mined pairs', page: 'mined-pairs' },
      { text: 'CommonGen’s concept-sets', page: 'commongen-sets' },
      { text: 'Converted questions, a sample', page: 'statements-sample' },
    ],
  },
  {
    text: 'Project',
    folded: true,
    pages: [
      { text: 'Changelog', page: 'changelog' },
      { text: 'Contributing', page: 'contributing' },
      { text: 'Security policy', page: 'security-policy' },
      { text: 'Third-party notices', page: 'third-party-notices' },
    ],
  },
];

/** Folders of which every page is listed, in the order of their names, under the section's name. */
export const LISTED_FOLDERS: Readonly<Record<string, string>> = {
  metrics: 'Metrics in detail',
  'benchmark-cards': 'Benchmarks',
  cards: 'Model cards and data',
  decisions: 'Decisions',
};
