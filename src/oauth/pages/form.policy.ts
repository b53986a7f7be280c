/**
 * The forms post to the page they stand on and to nowhere else. Chromium holds `form-action` against every redirect that
 * follows, so the answer to the last of them is a page of its own that leads on (`onward.ts`), and no redirect.
 */
export const formPolicy = { 'form-action': "'self'" } as const
