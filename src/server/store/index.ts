/** The store: PostgreSQL with the studio's tables, and one function a question. Functions take `sql` first and plain objects. */
export { listAccountTokens, makeAccountToken, revokeAccountToken } from './account-tokens.ts';
export {
  addAccount,
  inviteCompetitor,
  isInvitationOf,
  listAccounts,
  listCompetitorInvitations,
  renameAccount,
} from './accounts.ts';
export { adjudicate, listAdjudications } from './adjudications.ts';
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
export type { Address } from './connect.ts';
export { type AnswerRow, currentAnswers, decisions } from './decisions.ts';
export { StoreRefusal, StoreUnavailable } from './errors.ts';
export { importAnswer } from './import-answers.ts';
export { createInvitation, listInvitations, type RoleName, revokeInvitation } from './invitations.ts';
export {
  allItems,
  type ListedItem,
  listItems,
  type NewItem,
  readItem,
  setGold,
  setPriority,
} from './items.ts';
export { addAnnotator } from './join-study.ts';
export { migrate } from './migrate.ts';
export { listNotes, markNotesRead, type Note, writeNote } from './notes.ts';
export { connectTo, openStore, type Store } from './open-store.ts';
export { countWork, listOwnAnswers, readStanding, recordConsent, type Standing } from './own-answers.ts';
export { listOwnerLinks, makeStartLink, revokeOwnerLink, rotateOwnerLinks } from './owner-links.ts';
export { excludePerson, listPeople, type Person } from './people.ts';
export { readPhaseBoard, writePhaseBoard } from './phase-boards.ts';
export { answersByDay, readProgress } from './progress.ts';
export { type Attempt, listAttempts } from './qualification.ts';
export { releasePlaces } from './release-places.ts';
export { asJson, asText, count, isId, json, maybeTime, parseRow, parseRows, time } from './rows.ts';
export { type SavedAnswer, saveAnswer } from './save-answer.ts';
export { closeSession, openSession, viewLink, type Who, whoIs } from './sessions.ts';
export { answersNeeded, reopenSkipped, skipItem } from './skip-item.ts';
export {
  changeStudy,
  createStudy,
  findStudy,
  listStudies,
  MUST_ANSWER,
  type PlainStudy,
  type QueueSettings,
  readStudy,
  type StudyRow,
} from './studies.ts';
export {
  addSubmission,
  changeSubmission,
  findByKey,
  isKnownSubmission,
  listReferenceRows,
  listSubmissions,
  lockAccount,
  placeSubmission,
  readPredictionLines,
  readScores,
  readSubmission,
  type SubmissionRow,
  setJob,
  writeScores,
} from './submissions.ts';
export { type LeasedItem, takeItems } from './take-items.ts';
export { again, type Sql, type Transaction, transact } from './transact.ts';
export { beginUpload, dropUnscored, takeUpload } from './uploads.ts';
export { withdraw } from './withdraw.ts';
