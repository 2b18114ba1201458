/** The guideline that TG-CSR's annotators read before they rate (Santos et al. 2022, section 4.2). */
export const FITS = { 4: 'very good fit', 3: 'good fit', 2: 'not sure', 1: 'bad fit' } as const;

const RATE = `Rate every answer to every question on its own, by your own common sense:
4: very good fit. 3: good fit. 2: not sure. 1: bad fit.
Several answers may fit a question well. An answer that fits one question may be a bad fit for the next.
Leave a rating empty only if you cannot understand the question or the answer.
If you are uncertain, say why in the comment. Do not talk to the other annotators before everybody is done.`;

const READ = 'Read the context and the theme first; every question is about them.';

/** On a page that shows one answer at a time. */
export const GUIDELINE = `${READ}\n${RATE}`;

/** In a workbook with a tab for each category. */
export const WORKBOOK_GUIDELINE = `${READ}\nThen go through the tabs one by one. Each tab has some questions and the same answers for all of them.\n${RATE}`;
