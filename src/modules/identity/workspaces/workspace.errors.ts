import { defineError } from '../../../platform/shared/service-error.ts'

export class MemberNotFound extends defineError({
  code: 'MEMBER_NOT_FOUND',
  status: 404,
  when: 'The account is not a member of the workspace.',
  resolution: 'Check the id; {@workspaceMembers} lists the members.',
}) {
  constructor() {
    super('The account is not a member of the workspace.')
  }
}

export class InvitationNotFound extends defineError({
  code: 'INVITATION_NOT_FOUND',
  status: 404,
  when: 'The invitation does not exist, is not of this workspace, was answered or revoked, or is for another e-mail address.',
  resolution: 'Log in with the invited e-mail address, or ask the workspace for a new invitation.',
}) {
  constructor() {
    super('The invitation was not found.')
  }
}

export class InvitationExpired extends defineError({
  code: 'INVITATION_EXPIRED',
  status: 410,
  when: 'The invitation is older than 14 days.',
  resolution: 'Ask the workspace for a new invitation.',
}) {
  constructor() {
    super('The invitation has expired.')
  }
}

export class EmailNotVerified extends defineError({
  code: 'EMAIL_NOT_VERIFIED',
  status: 403,
  when: 'The e-mail address of the caller is not verified.',
  resolution:
    'Use the link in the mail of the invitation, or verify the address: {@requestEmailVerification} sends a link.',
}) {
  constructor() {
    super('Your e-mail address is not verified.')
  }
}

export class SlugOfWorkspaceTaken extends defineError({
  code: 'WORKSPACE_SLUG_TAKEN',
  status: 409,
  when: 'Another workspace has this slug.',
  resolution: 'Choose another slug.',
}) {
  constructor(cause?: unknown) {
    super('Another workspace has this slug.', { cause, details: [{ field: 'slug', issue: 'is taken' }] })
  }
}

export class LastOwner extends defineError({
  code: 'LAST_OWNER',
  status: 409,
  when: 'The workspace would be left without an owner.',
  resolution: 'Make another member an owner first, with {@updateWorkspaceMember} or {@transferWorkspace}.',
}) {
  constructor() {
    super('A workspace needs at least one owner.')
  }
}

export class PersonalWorkspace extends defineError({
  code: 'PERSONAL_WORKSPACE',
  status: 409,
  when: 'A personal workspace cannot be shared, left, transferred or deleted.',
  resolution: 'Create another workspace with {@createWorkspace}.',
}) {
  constructor() {
    super('This is a personal workspace, which belongs to one account.')
  }
}

export class AlreadyMember extends defineError({
  code: 'ALREADY_MEMBER',
  status: 409,
  when: 'The invited person is a member of the workspace already.',
  resolution: 'Change the role with {@updateWorkspaceMember}; details name the member.',
}) {
  constructor(accountId: string) {
    super('This person is a member already.', {
      details: [{ field: 'email', issue: 'belongs to a member', accountId }],
    })
  }
}

export class InvitationPending extends defineError({
  code: 'INVITATION_PENDING',
  status: 409,
  when: 'An invitation of this e-mail address into the workspace waits for an answer; details name it.',
  resolution:
    'Wait for the answer, send the invitation again with {@resendInvitation}, or revoke it with {@revokeInvitation}.',
}) {
  constructor(invitationId: string) {
    super('An invitation of this e-mail address waits for an answer.', {
      details: [{ field: 'email', issue: 'has a pending invitation', invitationId }],
    })
  }
}

export class ConfirmationRequired extends defineError({
  code: 'CONFIRMATION_REQUIRED',
  status: 409,
  when: 'The workspace has other members, and `confirm` is not its slug.',
  resolution: 'Send the slug of the workspace as {confirm}.',
}) {
  constructor() {
    super('The workspace has other members. Its slug must be given to delete it.', {
      details: [{ field: 'confirm', issue: 'must be the slug of the workspace' }],
    })
  }
}
