import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { problemOf } from '../../graph/problems.ts'
import type { InvitationRowFragment, WorkspaceRole } from '../../graph/types.ts'
import { formatDistance } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import { Rows } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { SettingsPart } from '../settings/settings-part.tsx'
import { Invitations as AllInvitations, Invite, ResendInvitation, RevokeInvitation } from './members.graphql.ts'
import styles from './members.module.css'
import { roleOptions } from './roles.ts'

interface InvitationsProps {
  /** Of the workspace. */
  readonly id: string
  /** Of the person who invites. */
  readonly role: WorkspaceRole
}

/** One line that invites a colleague. */
export function InviteForm({ id, role: own }: InvitationsProps) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<WorkspaceRole>('MEMBER')
  const [{ fetching, error }, invite] = useMutation(Invite)
  const problem = problemOf(error)
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    if (fetching || !email.trim()) return
    const { data } = await invite({ id, email: email.trim(), role })
    if (!data?.createInvitation) return
    notify(t('settings.members.invited', { email: email.trim() }))
    setEmail('')
  }
  return (
    <form onSubmit={submit} className={styles.invite}>
      <Field
        label={t('settings.members.invite')}
        placeholder="ada@example.com"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={setEmail}
        problem={problem?.fields.email}
      />
      <Select label={t('settings.members.role')} value={role} options={roleOptions(own)} onChange={setRole} />
      <Button type="submit" kind="main" isDisabled={fetching || !email.trim()}>
        {t('settings.members.inviteAct')}
      </Button>
      <p className={styles.hint}>{t(`settings.role.${role}.hint`)}</p>
      {!problem?.fields.email && <Problem problem={problem} />}
    </form>
  )
}

/** The invitations that wait for an answer. */
export function Invitations({ id, role }: InvitationsProps) {
  const [{ data }] = useQuery({ query: AllInvitations, variables: { id } })
  const list = useKeptFocus()
  const pending = data?.workspaceInvitations?.nodes.filter(({ status }) => status === 'PENDING') ?? []
  return (
    <div ref={list}>
      {pending.length > 0 && (
        <SettingsPart title={t('settings.members.pending')}>
          <Rows>
            {pending.map((invitation) => (
              <InvitationRow key={invitation.id} id={id} role={role} invitation={invitation} />
            ))}
          </Rows>
        </SettingsPart>
      )}
    </div>
  )
}

function InvitationRow({
  id,
  role: own,
  invitation: { id: invitationId, email, role, expiresAt },
}: InvitationsProps & { readonly invitation: InvitationRowFragment }) {
  const [resending, resend] = useMutation(ResendInvitation)
  const [revoking, revoke] = useMutation(RevokeInvitation)
  const isBusy = resending.fetching || revoking.fetching
  const sendAgain = async () => {
    const { data } = await resend({ id, invitationId })
    if (data?.resendInvitation) notify(t('settings.members.sentAgain', { email }))
  }
  const takeBack = async () => {
    const { data } = await revoke({ id, invitationId })
    if (data?.revokeInvitation) notify(t('settings.members.takenBack', { email }))
  }
  return (
    <Row
      name={email}
      detail={t(`settings.role.${role}`)}
      notes={[
        t('settings.members.ends', { when: formatDistance(expiresAt) }),
        problemOf(resending.error ?? revoking.error)?.message,
      ]}
    >
      {(own === 'OWNER' || role !== 'OWNER') && (
        <>
          <Button isDisabled={isBusy} onPress={sendAgain}>
            {t('settings.members.sendAgain')}
          </Button>
          <Button kind="quiet" isDisabled={isBusy} onPress={takeBack}>
            {t('settings.members.takeBack')}
          </Button>
        </>
      )}
    </Row>
  )
}
