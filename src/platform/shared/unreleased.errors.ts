import { defineError, type ErrorDefinition, type ServiceErrorClass } from './service-error.ts'

/**
 * Codes the error table promises ahead of the operations that will give them, so that a client can write its handling
 * once. When the operation is built, its code moves to its room as a class with a sentence of its own.
 */
export const unreleasedErrors: readonly ServiceErrorClass[] = [
  defineNotFound('CLICK', 'click', 'GET /clicks lists your clicks.'),
  defineNotFound('WORKSPACE', 'workspace', 'GET /workspaces lists your workspaces.'),
  defineNotFound('MEMBER', 'member', 'GET /workspaces/{id}/members lists them.'),
  defineNotFound('INVITATION', 'invitation', 'GET /workspaces/{id}/invitations lists them.'),
  defineNotFound('BIO_PAGE', 'bio page', 'GET /bio-pages lists your pages.'),
  defineNotFound('BLOCK', 'block', 'GET /bio-pages/{id}/blocks lists them.'),
  defineNotFound('PIXEL', 'pixel', 'GET /pixels lists your pixels.'),
  defineNotFound('RULE', 'rule', 'List the rules of the link.'),
  defineNotFound('JOB', 'job', 'GET /imports lists your jobs.'),
  defineUnreleased(
    'ALREADY_MEMBER',
    409,
    'The person is a member of the workspace already.',
    'Change the role of the member instead.',
  ),
  defineUnreleased(
    'INVITATION_PENDING',
    409,
    'The person has an open invitation already.',
    'Withdraw the open invitation first.',
  ),
  defineUnreleased(
    'LAST_OWNER',
    409,
    'A workspace must keep at least one owner.',
    'Make another member an owner first.',
  ),
  defineUnreleased('PIXEL_EXISTS', 409, 'This pixel exists already.', 'Use the existing pixel, named in details.'),
  defineUnreleased('INVITATION_EXPIRED', 410, 'The invitation is older than 14 days.', 'Ask for a new invitation.'),
  defineUnreleased(
    'AI_UNAVAILABLE',
    503,
    'The language model cannot be reached and the built-in rules are off.',
    'Try again later.',
  ),
]

function defineNotFound(noun: string, description: string, listHint: string): ServiceErrorClass {
  return defineUnreleased(
    `${noun}_NOT_FOUND`,
    404,
    `There is no such ${description}, or it belongs to somebody else.`,
    `Check the id; ${listHint}`,
  )
}

function defineUnreleased(code: string, status: number, when: string, resolution: string): ServiceErrorClass {
  const definition: ErrorDefinition = { code, status, when, resolution }
  return defineError(definition)
}
