/** The store: PostgreSQL with the studio's tables, and one function a question. Functions take `sql` first and plain objects. */
export {
  addAccount,
  inviteCompetitor,
  isInvitationOf,
  listAccounts,
  listCompetitorInvitations,
  makeAccountToken,
  renameAccount,
} from './accounts.ts';
export { type Adjudication, adjudicate, listAdjudications, type NewAdjudication } from './adjudications.ts';
export { listBackgrounds, tellBackground } from './background.ts';
export { backup, checkBackup, restore } from './backup.ts';
export {
  type BoardRow,
  beginScoring,
  changePhases,
  createBoard,
  endScoring,
  listBoards,
  listScorings,
  lockBoard,
  type NewScoring,
  pendingScoring,
  readBoard,
  readFiles,
  readOpening,
  readPhases,
  type Scoring,
} from './boards.ts';
export { type AnswerRow, currentAnswers, decisions } from './decisions.ts';
export { type RefusalKind, StoreRefusal, StoreUnavailable } from './errors.ts';
export { type ImportedAnswer, importAnswer } from './import-answers.ts';
export { createInvitation, type Invitation, listInvitations, type NewInvitation, type RoleName, revokeInvitation } from './invitations.ts';
export {
  allItems,
  type ItemKind,
  type ItemRow,
  type ListedItem,
  listItems,
  type NewItem,
  readItem,
  setGold,
  setPriority,
} from './items.ts';
export { addAnnotator } from './join-study.ts';
export { migrate } from './migrate.ts';
export { listNotes, markNotesRead, type NewNote, type Note, writeNote } from './notes.ts';
export { openStore, type Store, type StoreOptions } from './open-store.ts';
export { countWork, listOwnAnswers, type OwnAnswer, readStanding, recordConsent, type Standing, type WorkAmount } from './own-answers.ts';
export { type Exclusion, excludePerson, listPeople, type Person } from './people.ts';
export { answersByDay, type Progress, readProgress } from './progress.ts';
export { type Attempt, listAttempts } from './qualification.ts';
export { asJson, asText, count, isId, json, maybeTime, parseRow, parseRows, time } from './rows.ts';
export { type NewAnswer, type SavedAnswer, saveAnswer } from './save-answer.ts';
export { closeSession, openSession, type Who, whoIs } from './sessions.ts';
export { type Skip, skipItem } from './skip-item.ts';
export {
  changeStudy,
  createStudy,
  findStudy,
  listStudies,
  type NewStudy,
  type PlainStudy,
  type QueueSettings,
  readStudy,
  type StudyChange,
  type StudyRow,
} from './studies.ts';
export {
  addSubmission,
  changeSubmission,
  isKnownSubmission,
  listSubmissions,
  lockAccount,
  type NewSubmission,
  placeSubmission,
  readPredictionLines,
  readScores,
  readSubmission,
  type SubmissionRow,
  setJob,
  writeScores,
} from './submissions.ts';
export { type LeasedItem, type Taken, type TakeRequest, takeItems } from './take-items.ts';
export { again, type Sql, type Transaction, transact } from './transact.ts';
export { withdraw } from './withdraw.ts';
