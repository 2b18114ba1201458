/** Turns errors into a status and a one-line message. Details of unexpected errors go to the log only. */
import { HTTPException } from 'hono/http-exception';
import { InputError, RunnerError, SetupError } from 'sensebench/internal/core';
import type { PROBLEMS } from './shapes.ts';

export type ProblemStatus = keyof typeof PROBLEMS | 500;

export interface ProblemDetails {
  field?: string;
  reasons?: readonly string[];
  /** ISO 8601 time after which the same request may succeed. */
  until?: string;
}

/** An expected refusal. Its message is shown to the user. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: ProblemStatus;
  readonly details: ProblemDetails;

  constructor(status: ProblemStatus, text: string, details: ProblemDetails = {}) {
    super(text);
    this.status = status;
    this.details = details;
  }
}

export interface ProblemAnswer {
  status: ProblemStatus;
  body: { problem: string; field?: string; reasons?: string[] };
}

export interface ProblemOptions {
  /** Reports unexpected errors, with the id shown to the user. */
  report(id: string, error: unknown): void;
  makeId(): string;
}

/** The framework's own refusals, mapped to the statuses that the API documents. */
const STATUS: Readonly<Record<number, ProblemStatus>> = { 400: 400, 413: 413, 415: 400 };

export function problemOf(error: unknown, { report, makeId }: ProblemOptions): ProblemAnswer {
  if (error instanceof Problem) {
    const { field, reasons } = error.details;
    return {
      status: error.status,
      body: { problem: oneLine(error.message), ...(field ? { field } : {}), ...(reasons ? { reasons: [...reasons] } : {}) },
    };
  }
  if (error instanceof InputError) {
    const { field } = error.place;
    return { status: 400, body: { problem: oneLine(error.message), ...(field ? { field } : {}) } };
  }
  if (error instanceof SetupError || error instanceof RunnerError) return { status: 503, body: { problem: oneLine(error.message) } };
  if (error instanceof HTTPException && Object.hasOwn(STATUS, error.status)) {
    const problem =
      error.status === 415
        ? 'the body must be JSON, with the content type application/json'
        : error.status === 413
          ? 'the body is too large'
          : 'the body is not valid JSON';
    return { status: STATUS[error.status], body: { problem } };
  }
  const id = makeId();
  report(id, error);
  return { status: 500, body: { problem: `internal error; the server log has the details under ${id}` } };
}

const LONGEST = 1000;

function oneLine(text: string): string {
  const line = text.replace(/(?<!\s)\s*\n\s*/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
}
