import { useState } from 'react'
import { useClient, useMutation } from 'urql'
import { downloadExport } from '../../graph/download.ts'
import { problemOf } from '../../graph/problems.ts'
import type { ImportRowFragment } from '../../graph/types.ts'
import { formatInstant } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { Pages } from '../../ui/pages.tsx'
import { Row } from '../../ui/row.tsx'
import { usePolling } from '../../ui/use-polling.ts'
import { MendDialog } from './mend-dialog.tsx'
import { sourceName } from './names.ts'
import { CancelImport, ImportErrors, ImportProgress, Imports } from './transfer.graphql.ts'
import styles from './transfer.module.css'
import { UndoDialog } from './undo-dialog.tsx'

const dialogs = { mend: MendDialog, undo: UndoDialog }

interface ChosenImport {
  readonly run: ImportRowFragment
  readonly dialog: keyof typeof dialogs
}

/** The imports of 90 days, with what has become of each. */
export function ImportList() {
  const [chosen, setChosen] = useState<ChosenImport | null>(null)
  const Chosen = chosen && dialogs[chosen.dialog]
  return (
    <>
      <Pages
        query={Imports}
        variables={{}}
        listOf={({ imports }) => imports}
        row={(run) => <ImportRow run={run} onChoose={setChosen} />}
        rowHeight={72}
        head={<h4>{t('imports.runs')}</h4>}
        empty={<p className={styles.quiet}>{t('imports.none')}</p>}
      />
      {Chosen && <Chosen run={chosen.run} onClose={() => setChosen(null)} />}
    </>
  )
}

const stateIcons: Readonly<Record<ImportRowFragment['state'], IconName>> = {
  WAITING: 'clock',
  QUEUED: 'clock',
  RUNNING: 'renew',
  COMPLETED: 'check',
  FAILED: 'warning',
  CANCELLED: 'close',
}

interface ImportRowProps {
  readonly run: ImportRowFragment
  readonly onChoose: (chosen: ChosenImport) => void
}

function ImportRow({ run, onChoose }: ImportRowProps) {
  const { id, state, source, content, created, skipped, failed, failureMessage, createdAt, dryRun, processed } = run
  const client = useClient()
  const isUnderWay = state === 'QUEUED' || state === 'RUNNING'
  usePolling(isUnderWay, () => client.query(ImportProgress, { id }, { requestPolicy: 'network-only' }).toPromise())
  const [, cancel] = useMutation(CancelImport)
  const stop = async () => {
    const problem = problemOf((await cancel({ id })).error)
    if (problem) notify(problem.message, { isProblem: true })
  }
  const saveErrors = () => downloadExport(client, ImportErrors, { id }, ({ importErrors }) => importErrors)
  const hasLinks = content === 'LINKS' && !dryRun
  const isOpen = isUnderWay || state === 'WAITING'
  return (
    <Row
      name={sourceName(source)}
      detail={formatInstant(createdAt)}
      isLive={isUnderWay}
      failure={failureMessage}
      notes={[
        <>
          <Icon name={stateIcons[state]} size={14} />
          {t(`imports.state.${state}`)}
        </>,
        dryRun && t('imports.dryRun'),
        isUnderWay && t('imports.processed', { count: processed }),
        !isOpen && t(content === 'CLICKS' ? 'imports.clicks' : 'imports.created', { count: created }),
        !isOpen && skipped > 0 && t('imports.skipped', { count: skipped }),
        !isOpen && failed > 0 && t('imports.failed', { count: failed }),
      ]}
    >
      {isOpen && <Button onPress={stop}>{t('imports.cancel')}</Button>}
      {failed > 0 && !isOpen && (
        <>
          {hasLinks && (
            <Button icon="edit" onPress={() => onChoose({ run, dialog: 'mend' })}>
              {t('imports.mend')}
            </Button>
          )}
          <Button kind="quiet" icon="download" label={t('imports.errorFile')} onPress={saveErrors} />
        </>
      )}
      {created > 0 && hasLinks && !isOpen && (
        <Button onPress={() => onChoose({ run, dialog: 'undo' })}>{t('imports.undo')}</Button>
      )}
    </Row>
  )
}
