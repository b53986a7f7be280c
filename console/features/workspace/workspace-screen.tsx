import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { useLocation, useSearchParams } from 'wouter'
import { Limit } from '../../app/quota.tsx'
import { useWorkspace } from '../../app/use-workspace.ts'
import { problemOf } from '../../graph/problems.ts'
import { asideContext } from '../../graph/recorder.ts'
import type { WorkspaceSettingsFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import { Rows } from '../../ui/pages.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { SavedCheck, SettingsForm, SettingsPart } from '../settings/settings-part.tsx'
import { DeleteDialog, LeaveDialog, restore, TransferDialog } from './ending-dialogs.tsx'
import { NewWorkspace } from './new-workspace.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { ChangeWorkspace, DeletedWorkspaces, WorkspaceSettingsOf } from './workspace.graphql.ts'
import styles from './workspace.module.css'

const path = '/settings/workspace'
const dialogs = {
  retention: RetentionDialog,
  transfer: TransferDialog,
  leave: LeaveDialog,
  delete: DeleteDialog,
}

type DialogName = keyof typeof dialogs

interface PartProps {
  readonly workspace: WorkspaceSettingsFragment
  readonly onOpen: (dialog: DialogName) => void
}

/** The workspace that is open: what it is called, what its plan has room for, what it keeps, and its end. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function WorkspaceScreen() {
  const [, navigate] = useLocation()
  const [params] = useSearchParams()
  const id = useWorkspace()?.id ?? ''
  const [{ data, error }, ask] = useQuery({ query: WorkspaceSettingsOf, variables: { id }, pause: !id })
  const [opened, setOpened] = useState<DialogName | null>(null)
  const Opened = opened && dialogs[opened]
  const workspace = data?.workspace
  return (
    <SettingsFrame title={t('settings.workspace')} lead={t('settings.workspace.lead')}>
      {error && <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />}
      {!workspace && !error && <Skeleton lines={4} height={96} />}
      {workspace && (
        <>
          {isAdmin(workspace) ? <NameForm key={workspace.id} workspace={workspace} /> : <Name workspace={workspace} />}
          <Plan workspace={workspace} />
          <Keeping workspace={workspace} onOpen={setOpened} />
          <Ending workspace={workspace} onOpen={setOpened} />
          <Deleted />
          {Opened && <Opened workspace={workspace} onClose={() => setOpened(null)} />}
        </>
      )}
      {params.has('new') && <NewWorkspace onClose={() => navigate(path)} />}
    </SettingsFrame>
  )
}

function isAdmin({ role }: WorkspaceSettingsFragment): boolean {
  return role === 'OWNER' || role === 'ADMIN'
}

function NameForm({ workspace: { id, name: savedName, slug: savedSlug } }: Pick<PartProps, 'workspace'>) {
  const [name, setName] = useState(savedName)
  const [slug, setSlug] = useState(savedSlug)
  const [{ fetching, error }, change] = useMutation(ChangeWorkspace)
  const problem = problemOf(error)
  const save = async () => {
    const { data } = await change({ id, input: { name: name.trim(), slug: slug.trim() } })
    if (data?.updateWorkspace) notify(t('edit.saved'))
  }
  const isChanged = name.trim() !== savedName || slug.trim() !== savedSlug
  return (
    <SettingsForm onSubmit={() => isChanged && save()}>
      <Field label={t('keys.name')} maxLength={64} value={name} onChange={setName} problem={problem?.fields.name} />
      <Field
        label={t('settings.workspace.slug')}
        hint={t('settings.workspace.slug.hint')}
        maxLength={48}
        value={slug}
        onChange={setSlug}
        problem={problem?.fields.slug}
      />
      {!problem?.fields.name && !problem?.fields.slug && <Problem problem={problem} />}
      <Button type="submit" kind="main" isDisabled={fetching || !isChanged || !name.trim()}>
        {t('edit.save')}
      </Button>
    </SettingsForm>
  )
}

function Name({ workspace: { name, slug, role } }: Pick<PartProps, 'workspace'>) {
  return (
    <Rows>
      <Row name={name} detail={slug} notes={[t('settings.workspace.yourRole', { role: t(`settings.role.${role}`) })]} />
    </Rows>
  )
}

function Plan({ workspace: { plan, usage } }: Pick<PartProps, 'workspace'>) {
  return (
    <SettingsPart title={t('settings.plan', { plan: t(`settings.plan.${plan}`) })} lead={t('settings.plan.lead')}>
      <div className={styles.limits}>
        {usage.map((each) => (
          <Limit key={each.resource} usage={each} />
        ))}
      </div>
    </SettingsPart>
  )
}

/** What is kept and sent, and who may come in. */
function Keeping({ workspace, onOpen }: PartProps) {
  const { id, clickRetentionDays: days, weeklyExport, expiryNoticeDays, needsSecondFactor, isPersonal } = workspace
  const [{ error }, change] = useMutation(ChangeWorkspace)
  if (!isAdmin(workspace)) return null
  return (
    <SettingsPart title={t('settings.keeping')}>
      <Rows>
        <Row name={t('settings.retention')} notes={[describeRetention(days)]}>
          <Button onPress={() => onOpen('retention')}>{t('settings.change')}</Button>
        </Row>
      </Rows>
      <SavedCheck
        label={t('settings.weeklyExport')}
        hint={t('settings.weeklyExport.hint')}
        isChecked={weeklyExport}
        onChange={(isChecked) => change({ id, input: { weeklyExport: isChecked } })}
      />
      <Select
        label={t('settings.expiryNotice')}
        hint={t('settings.expiryNotice.hint')}
        value={String(expiryNoticeDays)}
        options={[...new Set([0, 1, 3, 7, 14, 30, expiryNoticeDays])]
          .toSorted((one, other) => one - other)
          .map((count) => [String(count), t('settings.expiryNotice.days', { count })] as const)}
        onChange={(days) => change({ id, input: { expiryNoticeDays: Number(days) } })}
      />
      {!isPersonal && (
        <SavedCheck
          label={t('settings.needsSecondFactor')}
          hint={t('settings.needsSecondFactor.hint')}
          isChecked={needsSecondFactor}
          onChange={(isChecked) => change({ id, input: { needsSecondFactor: isChecked } })}
        />
      )}
      <Problem problem={problemOf(error)} />
    </SettingsPart>
  )
}

export function describeRetention(days: number | null | undefined): string {
  return days ? t('settings.retention.days', { count: days }) : t('settings.retention.forever')
}

/** What can still be brought back. */
function Deleted() {
  const [{ data }] = useQuery({ query: DeletedWorkspaces, context: asideContext })
  const deleted = data?.workspaces?.nodes ?? []
  if (deleted.length === 0) return null
  return (
    <SettingsPart title={t('settings.deleted')} lead={t('settings.deleted.lead')}>
      <Rows>
        {deleted.map(({ id, name }) => (
          <Row key={id} name={name}>
            <Button onPress={() => restore(id)}>{t('settings.deleted.restore')}</Button>
          </Row>
        ))}
      </Rows>
    </SettingsPart>
  )
}

function Ending({ workspace, onOpen }: PartProps) {
  const { isPersonal, role, memberCount } = workspace
  if (isPersonal) return <SettingsPart title={t('settings.ending')} lead={t('settings.ending.personal')} />
  const isOwner = role === 'OWNER'
  return (
    <SettingsPart title={t('settings.ending')}>
      <Rows>
        {isOwner && memberCount > 1 && (
          <Row name={t('settings.transfer')} notes={[t('settings.transfer.hint')]}>
            <Button onPress={() => onOpen('transfer')}>{t('settings.transfer.act')}</Button>
          </Row>
        )}
        <Row name={t('settings.leave')} notes={[t(isOwner ? 'settings.leave.ownerHint' : 'settings.leave.hint')]}>
          <Button onPress={() => onOpen('leave')}>{t('settings.leave.act')}</Button>
        </Row>
        {isOwner && (
          <Row name={t('settings.delete')} notes={[t('settings.delete.hint')]}>
            <Button kind="danger" onPress={() => onOpen('delete')}>
              {t('settings.delete.act')}
            </Button>
          </Row>
        )}
      </Rows>
    </SettingsPart>
  )
}
