import { defineError } from '../../../platform/shared/service-error.ts'

export class BrowserSessionRequired extends defineError({
  code: 'BROWSER_SESSION_REQUIRED',
  status: 401,
  when: 'The browser has no session, or its session has ended.',
  resolution: 'Log in on the page /account/login.',
}) {
  constructor() {
    super('This browser is not logged in.')
  }
}

export class NotFromConsole extends defineError({
  code: 'NOT_FROM_CONSOLE',
  status: 403,
  when: 'A page of another site sent the request, or it lacks the header `tack-console: 1`.',
  resolution: 'Only pages of the console use this path. Other programs log in with {@login}.',
}) {
  constructor() {
    super('Only the console may do this.')
  }
}
