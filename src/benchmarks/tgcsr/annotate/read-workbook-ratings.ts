/** placeholder */
export function readWorkbookRatings(): null { return null; }
