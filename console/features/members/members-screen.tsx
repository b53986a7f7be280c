import { useMemo, useState } from 'react'
import { useMutation } from 'urql'
import { useSearchParams } from 'wouter'
import { sessionAccountId } from '../../app/session.ts'
import { useWorkspace } from '../../app/use-workspace.ts'
import { problemOf } from '../../graph/problems.ts'
import type { MemberRowFragment, MemberSort, WorkspaceRole } from '../../graph/types.ts'
import { formatDay, formatDistance } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { usePaused } from '../../ui/use-paused.ts'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { Invitations, InviteForm } from './invitations.tsx'
import { ChangeRole, Members, RemoveMember } from './members.graphql.ts'
import styles from './members.module.css'
import { isAdmin, roleOptions } from './roles.ts'

interface OpenWorkspace {
  readonly id: string
  readonly role: WorkspaceRole
}

/** Who shares the workspace. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function MembersScreen() {
  const workspace = useWorkspace()
  return (
    <SettingsFrame title={t('quota.MEMBERS')} lead={t('settings.members.lead')}>
      {!workspace && <Skeleton lines={3} height={72} />}
      {workspace?.isPersonal && (
        <Empty title={t('settings.members.personal')} lead={t('settings.members.personalLead')} level={3}>
          <ButtonLink href="/settings/workspace?new" kind="main" icon="plus">
            {t('workspace.new')}
          </ButtonLink>
        </Empty>
      )}
      {workspace && !workspace.isPersonal && <Team workspace={workspace} />}
    </SettingsFrame>
  )
}

const sorts: readonly MemberSort[] = ['JOINED_ASC', 'JOINED_DESC', 'NAME_ASC', 'NAME_DESC']

function Team({ workspace }: { readonly workspace: OpenWorkspace }) {
  const { id, role } = workspace
  const [params, setParams] = useSearchParams()
  const [removed, setRemoved] = useState<MemberRowFragment | null>(null)
  const search = params.get('q') ?? ''
  const sort = sorts.find((each) => each === params.get('sort')) ?? 'JOINED_ASC'
  const asked = usePaused(search.trim())
  const list = useKeptFocus()
  const put = (name: string, value: string) =>
    setParams(
      (previous) => {
        const next = new URLSearchParams(previous)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  // Hundreds of rows are not drawn again for each letter of the search.
  const pages = useMemo(
    () => (
      <Pages
        key={`${asked} ${sort}`}
        query={Members}
        variables={{ id: workspace.id, search: asked, sort }}
        listOf={({ workspaceMembers }) => workspaceMembers}
        row={(member) => <MemberRow member={member} workspace={workspace} onRemove={() => setRemoved(member)} />}
        rowHeight={72}
        empty={<p>{t('settings.members.none')}</p>}
      />
    ),
    [asked, sort, workspace],
  )
  return (
    <>
      {isAdmin(role) && <InviteForm id={id} role={role} />}
      {isAdmin(role) && <Invitations id={id} role={role} />}
      <div className={styles.filters}>
        <Field
          label={t('settings.members.search')}
          isLabelHidden
          placeholder={t('settings.members.search')}
          type="search"
          maxLength={255}
          value={search}
          onChange={(value) => put('q', value)}
        />
        <Select
          label={t('settings.members.sort')}
          isLabelHidden
          value={sort}
          options={sorts.map((each) => [each, t(`settings.members.sort.${each}`)] as const)}
          onChange={(value) => put('sort', value === 'JOINED_ASC' ? '' : value)}
        />
      </div>
      <div ref={list} className={styles.list}>
        {pages}
      </div>
      {removed && <RemoveDialog id={id} member={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

interface MemberRowProps {
  readonly member: MemberRowFragment
  readonly workspace: OpenWorkspace
  readonly onRemove: () => void
}

function MemberRow({ member, workspace: { id, role: own }, onRemove }: MemberRowProps) {
  const { accountId, name, email, role, joinedAt, lastActiveAt, hasSecondFactor } = member
  const [{ fetching }, change] = useMutation(ChangeRole)
  const isOwn = accountId === sessionAccountId()
  const canChange = isAdmin(own) && (own === 'OWNER' || role !== 'OWNER')
  const changeRole = async (next: WorkspaceRole) => {
    const { data, error } = await change({ id, accountId, role: next })
    if (data?.updateWorkspaceMember)
      notify(t('settings.members.roleChanged', { name, role: t(`settings.role.${next}`) }))
    const problem = problemOf(error)
    if (problem) notify(problem.message, { isProblem: true })
  }
  return (
    <Row
      name={isOwn ? t('settings.members.you', { name }) : name}
      detail={email}
      notes={[
        !canChange && t(`settings.role.${role}`),
        t('settings.members.joined', { when: formatDay(joinedAt) }),
        (isAdmin(own) || isOwn) &&
          (lastActiveAt
            ? t('settings.members.active', { when: formatDistance(lastActiveAt) })
            : t('settings.members.neverActive')),
        hasSecondFactor === true && (
          <>
            <Icon name="lock" size={14} />
            {t('settings.members.secondFactor')}
          </>
        ),
        hasSecondFactor === false && (
          <>
            <Icon name="warning" size={14} />
            {t('settings.members.noSecondFactor')}
          </>
        ),
      ]}
    >
      {canChange && (
        <>
          <Select
            label={t('settings.members.roleOf', { name })}
            isLabelHidden
            value={role}
            options={roleOptions(own)}
            onChange={(next) => !fetching && changeRole(next)}
          />
          {!isOwn && (
            <Button kind="quiet" icon="trash" label={t('settings.members.remove', { name })} onPress={onRemove} />
          )}
        </>
      )}
    </Row>
  )
}

interface RemoveDialogProps {
  readonly id: string
  readonly member: MemberRowFragment
  readonly onClose: () => void
}

function RemoveDialog({ id, member: { accountId, name }, onClose }: RemoveDialogProps) {
  const [state, remove] = useMutation(RemoveMember)
  return (
    <FormDialog
      title={t('settings.members.removeTitle', { name })}
      action={t('settings.members.removeAct')}
      state={state}
      isDangerous
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await remove({ id, accountId })
        if (!data?.removeWorkspaceMember) return
        onClose()
        notify(t('settings.members.removed', { name }))
      }}
    >
      <p>{t('settings.members.removeLead')}</p>
    </FormDialog>
  )
}
