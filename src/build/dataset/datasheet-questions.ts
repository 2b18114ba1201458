/** The 39 questions of a datasheet (Gebru et al., 2021) as SituatedGen's appendix A asks them, by the names that datasheet.yaml uses. */

const SECTIONS = {
  Motivation: {
    purpose: 'For what purpose was the dataset created?',
    creator: 'Who created the dataset, and on behalf of which entity?',
    funder: 'Who funded the creation of the dataset?',
  },
  Composition: {
    instances: 'What do the instances that comprise the dataset represent?',
    count: 'How many instances are there in total?',
    sample: 'Does the dataset contain all possible instances or is it a sample of a larger set?',
    data: 'What data does each instance consist of?',
    label: 'Is there a label or target associated with each instance?',
    missing: 'Is any information missing from individual instances?',
    relationships: 'Are relationships between individual instances made explicit?',
    splits: 'Are there recommended data splits?',
    errors: 'Are there any errors, sources of noise, or redundancies in the dataset?',
    selfContained: 'Is the dataset self-contained, or does it rely on external resources?',
    confidential: 'Does the dataset contain data that might be considered confidential?',
    offensive: 'Does the dataset contain data that might be offensive, insulting, threatening, or cause anxiety?',
  },
  'Collection process': {
    acquisition: 'How was the data associated with each instance acquired, and was it validated?',
    mechanisms: 'What mechanisms or procedures were used to collect the data?',
    workers: 'Who was involved in the data collection process, and how were they compensated?',
    timeframe: 'Over what timeframe was the data collected?',
    ethics: 'Were any ethical review processes conducted?',
  },
  'Preprocessing, cleaning, labeling': {
    preprocessing: 'Was any preprocessing, cleaning or labeling of the data done?',
    raw: 'Was the raw data saved in addition to the preprocessed data?',
    software: 'Is the software that was used to preprocess the data available?',
  },
  Uses: {
    used: 'Has the dataset been used for any tasks already?',
    repository: 'Is there a repository that links to papers or systems that use the dataset?',
    tasks: 'What (other) tasks could the dataset be used for?',
    impact: 'Is there anything about its composition or collection that might impact future uses?',
    unsuitable: 'Are there tasks for which the dataset should not be used?',
  },
  Distribution: {
    thirdParties: 'Will the dataset be distributed to third parties outside of the entity that created it?',
    distribution: 'How will the dataset be distributed, and does it have a digital object identifier (DOI)?',
    release: 'When will the dataset be distributed?',
    licence: 'Under which licence or terms of use will the dataset be distributed?',
    restrictions: 'Have any third parties imposed restrictions on the data associated with the instances?',
    exportControls: 'Do any export controls or other regulatory restrictions apply?',
  },
  Maintenance: {
    maintainer: 'Who will be supporting, hosting and maintaining the dataset?',
    contact: 'How can the owner of the dataset be contacted?',
    erratum: 'Is there an erratum?',
    updates: 'Will the dataset be updated?',
    contributions: 'Is there a mechanism for others to extend or contribute to the dataset?',
  },
} as const satisfies Record<string, Record<string, string>>;

type Sections = typeof SECTIONS;
export type QuestionName = { [Section in keyof Sections]: keyof Sections[Section] }[keyof Sections];

/** Answers by the names of their questions. */
export type DatasheetAnswers = Readonly<Partial<Record<QuestionName, string>>>;

export interface DatasheetQuestion {
  section: string;
  name: QuestionName;
  question: string;
}

export const DATASHEET_QUESTIONS: readonly DatasheetQuestion[] = Object.entries(SECTIONS).flatMap(([section, questions]) =>
  Object.entries(questions).map(([name, question]) => ({ section, name: name as QuestionName, question })),
);
