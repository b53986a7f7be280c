import { type FailureClass, type FailureKind, refusal } from './failure.ts'

/**
 * Codes the error table promises ahead of the operations that will give them, so that a client can write its handling
 * once. When the operation is built, its code moves to its room as a class with a sentence of its own.
 */
export const announced: readonly FailureClass[] = [
  missing('CLICK', 'click', 'GET /clicks lists your clicks.'),
  missing('WORKSPACE', 'workspace', 'GET /workspaces lists your workspaces.'),
  missing('MEMBER', 'member', 'GET /workspaces/{id}/members lists them.'),
  missing('INVITATION', 'invitation', 'GET /workspaces/{id}/invitations lists them.'),
  missing('BIO_PAGE', 'bio page', 'GET /bio-pages lists your pages.'),
  missing('BLOCK', 'block', 'GET /bio-pages/{id}/blocks lists them.'),
  missing('PIXEL', 'pixel', 'GET /pixels lists your pixels.'),
  missing('RULE', 'rule', 'List the rules of the link.'),
  missing('JOB', 'job', 'GET /imports lists your jobs.'),
  announce(
    'ALREADY_MEMBER',
    409,
    'The person is a member of the workspace already.',
    'Change the role of the member instead.',
  ),
  announce(
    'INVITATION_PENDING',
    409,
    'The person has an open invitation already.',
    'Withdraw the open invitation first.',
  ),
  announce('LAST_OWNER', 409, 'A workspace must keep at least one owner.', 'Make another member an owner first.'),
  announce('PIXEL_EXISTS', 409, 'This pixel exists already.', 'Use the existing pixel, named in details.'),
  announce('INVITATION_EXPIRED', 410, 'The invitation is older than 14 days.', 'Ask for a new invitation.'),
  announce(
    'AI_UNAVAILABLE',
    503,
    'The language model cannot be reached and the built-in rules are off.',
    'Try again later.',
  ),
]

function missing(noun: string, what: string, list: string): FailureClass {
  return announce(
    `${noun}_NOT_FOUND`,
    404,
    `There is no such ${what}, or it belongs to somebody else.`,
    `Check the id; ${list}`,
  )
}

function announce(code: string, status: number, when: string, resolution: string): FailureClass {
  const kind: FailureKind = { code, status, when, resolution }
  return refusal(kind)
}
