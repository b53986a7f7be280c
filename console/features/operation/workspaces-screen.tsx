import { useState } from 'react'
import { useMutation } from 'urql'
import { Link } from 'wouter'
import type { Plan, WorkspaceRowFragment } from '../../graph/types.ts'
import { formatDay, formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { AllWorkspaces, SetPlan } from './operation.graphql.ts'
import { OperationFrame } from './operation-frame.tsx'
import { SearchBar, useParams } from './search-bar.tsx'

const plans: readonly Plan[] = ['FREE', 'PRO', 'BUSINESS']

/** All workspaces of the installation. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function WorkspacesScreen() {
  const { search } = useParams()
  const [chosen, setChosen] = useState<WorkspaceRowFragment | null>(null)
  return (
    <OperationFrame title={t('operation.workspaces')} lead={t('operation.workspacesLead')}>
      <SearchBar label={t('operation.findWorkspace')} />
      <Pages
        key={search}
        query={AllWorkspaces}
        variables={{ search: search || null }}
        listOf={({ adminWorkspaces }) => adminWorkspaces}
        rowHeight={96}
        row={(workspace) => <WorkspaceRow workspace={workspace} onChoose={() => setChosen(workspace)} />}
        empty={<p>{t('operation.noWorkspace')}</p>}
      />
      {chosen && <PlanDialog workspace={chosen} onClose={() => setChosen(null)} />}
    </OperationFrame>
  )
}

interface WorkspaceRowProps {
  readonly workspace: WorkspaceRowFragment
  readonly onChoose: () => void
}

function WorkspaceRow({ workspace, onChoose }: WorkspaceRowProps) {
  const { id, name, slug, plan, createdAt, suspendedAt, owners, usage } = workspace
  return (
    <Row
      name={<bdi id={`workspace-${id}`}>{name}</bdi>}
      detail={<code>{slug}</code>}
      lines={[
        <>
          <b>{t(`operation.plan.${plan}`)}</b> · {t('operation.since', { day: formatDay(createdAt) })}
          {owners.map((owner) => (
            <span key={owner.id}>
              {' · '}
              <Link href={`/operation/accounts?find=${owner.id}`}>{owner.email}</Link>
            </span>
          ))}
        </>,
        usage
          .filter(({ used }) => used > 0)
          .map(({ resource, used, limit }) => {
            const shown = t('quota.of', { used: formatNumber(used), limit: formatNumber(limit) })
            return `${t(`quota.${resource}`)} ${shown}`
          })
          .join(' · '),
      ]}
      notes={[
        suspendedAt && (
          <>
            <Icon name="pause" size={14} />
            {t('operation.suspendedSince', { day: formatDay(suspendedAt) })}
          </>
        ),
      ]}
    >
      <Button onPress={onChoose} aria-describedby={`workspace-${id}`}>
        {t('operation.changePlan')}
      </Button>
    </Row>
  )
}

interface PlanDialogProps {
  readonly workspace: WorkspaceRowFragment
  readonly onClose: () => void
}

function PlanDialog({ workspace: { id, name, plan: present }, onClose }: PlanDialogProps) {
  const [plan, setPlan] = useState(present)
  const [state, change] = useMutation(SetPlan)
  return (
    <FormDialog
      title={t('operation.planTitle', { name })}
      action={t('edit.save')}
      state={state}
      isIncomplete={plan === present}
      onClose={onClose}
      onSubmit={async () => {
        const { data } = await change({ id, plan })
        if (data?.setWorkspacePlan) onClose()
      }}
    >
      <Select
        label={t('operation.plan')}
        value={plan}
        options={plans.map((each) => [each, t(`operation.plan.${each}`)] as const)}
        onChange={setPlan}
        hint={t('operation.planHint')}
      />
    </FormDialog>
  )
}
