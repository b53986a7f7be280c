import { useEffect, useState } from 'react'
import { useClient, useMutation } from 'urql'
import { shortDestination, withoutScheme } from '../../app/addresses.ts'
import { importSources } from '../../graph/enum-values.ts'
import { problemOf } from '../../graph/problems.ts'
import type { ImportConflictPolicy, ImportOutcome, ImportSource, PreviewImportMutation } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { readHead } from './file-head.ts'
import { sourceName } from './names.ts'
import { RowProblem } from './row-problem.tsx'
import { CancelImport, CreateImport, ImportProgress, PreviewImport } from './transfer.graphql.ts'
import styles from './transfer.module.css'
import { uploadFile } from './upload.ts'

type Preview = NonNullable<PreviewImportMutation['previewImport']>

const policies = ['SKIP', 'RENAME', 'FAIL'] as const

interface ImportPreviewProps {
  readonly file: File
  readonly onClose: () => void
}

/** What a file would become, before it is sent: its first rows, by its beginning. */
export function ImportPreview({ file, onClose }: ImportPreviewProps) {
  const client = useClient()
  const [source, setSource] = useState<ImportSource | null>(null)
  const [onConflict, setConflict] = useState<ImportConflictPolicy>('SKIP')
  const [isUnreadable, setUnreadable] = useState(false)
  const [uploadProblem, setUploadProblem] = useState<Awaited<ReturnType<typeof uploadFile>>>(null)
  const [isSending, setSending] = useState(false)
  // What is shown stays until there is something else to show.
  const [shown, setShown] = useState<Preview | null>(null)
  const [{ error }, preview] = useMutation(PreviewImport)
  const [{ error: createError }, create] = useMutation(CreateImport)
  const [, cancel] = useMutation(CancelImport)
  useEffect(() => {
    let isWanted = true
    const show = async () => {
      const { content, isWhole } = await readHead(file)
      if (content === null) return setUnreadable(true)
      const { data } = await preview({ input: { content, isWhole, onConflict, source } })
      if (isWanted && data?.previewImport) setShown(data.previewImport)
    }
    show().catch(() => setUnreadable(true))
    return () => {
      isWanted = false
    }
  }, [file, onConflict, source, preview])
  const begin = async () => {
    if (!shown) return
    setSending(true)
    const { data: made } = await create({ input: { source: shown.source, onConflict } })
    const id = made?.createImport?.id
    if (id) {
      const problem = await uploadFile(id, file)
      if (problem) await cancel({ id })
      await client.query(ImportProgress, { id }, { requestPolicy: 'network-only' })
      if (!problem) return onClose()
      setUploadProblem(problem)
    }
    setSending(false)
  }
  const problem = problemOf(error ?? createError) ?? uploadProblem
  return (
    <section className={styles.preview} aria-label={file.name}>
      <header>
        <h4>{file.name}</h4>
        <Button kind="quiet" icon="close" label={t('imports.other')} onPress={onClose} />
      </header>
      {isUnreadable && <p role="alert">{t('imports.noText')}</p>}
      {!shown && !isUnreadable && !problem && <Skeleton lines={4} height={40} />}
      {shown && (
        <>
          <div className={styles.choices}>
            <Select
              label={t('imports.source')}
              value={shown.source}
              options={importSources.map((each) => [each, sourceName(each)] as const)}
              onChange={setSource}
            />
            {shown.content === 'LINKS' && (
              <Select
                label={t('imports.conflict')}
                value={onConflict}
                options={policies.map((each) => [each, t(`imports.conflict.${each}`)] as const)}
                onChange={setConflict}
              />
            )}
          </div>
          {shown.failureMessage && (
            <p role="alert" className={styles.failure}>
              <Icon name="warning" />
              {shown.failureMessage}
            </p>
          )}
          {shown.rows.length > 0 && <Rows rows={shown.rows} />}
          <Losses preview={shown} />
        </>
      )}
      <Problem problem={problem} />
      {shown && shown.rows.length > 0 && (
        <footer>
          <Button kind="main" isDisabled={isSending} onPress={begin}>
            {isSending ? t('imports.sending') : t('imports.begin')}
          </Button>
        </footer>
      )}
    </section>
  )
}

const outcomeIcons: Readonly<Record<ImportOutcome, IconName>> = {
  CREATED: 'check',
  RENAMED: 'edit',
  SKIPPED: 'arrow',
  FAILED: 'warning',
}

function Rows({ rows }: { readonly rows: Preview['rows'] }) {
  return (
    <>
      <p className={styles.quiet}>{t('imports.firstRows', { count: rows.length })}</p>
      <ol className={styles.rows}>
        {rows.map(({ row, outcome, alias, shortUrl, destination, error }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A row of the file can be several links, which nothing else tells apart.
          <li key={index} data-outcome={outcome}>
            <span className={styles.number}>{row}</span>
            <span className={styles.address}>
              <b>{shortUrl ? withoutScheme(shortUrl) : (alias ?? t('imports.newCode'))}</b>
              {destination && <span>{shortDestination(destination)}</span>}
              {error && (
                <span className={styles.wrong}>
                  <RowProblem {...error} />
                </span>
              )}
            </span>
            <span className={styles.outcome}>
              <Icon name={outcomeIcons[outcome]} size={14} />
              {t(`imports.outcome.${outcome}`)}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** What the file has that no link will have. */
function Losses({ preview: { mapping, warnings } }: { readonly preview: Preview }) {
  const columns = mapping.filter(({ field }) => field === null)
  if (columns.length === 0 && warnings.length === 0) return null
  const concerns = [
    ...columns.flatMap(({ column, warning }) => (warning ? [`${column}: ${warning}`] : [])),
    ...warnings.map(({ column, message }) => `${column}: ${message}`),
  ]
  return (
    <div className={styles.losses}>
      {columns.length > 0 && (
        <p className={styles.quiet}>
          {t('imports.leftOut', { columns: columns.map(({ column }) => column).join(', ') })}
        </p>
      )}
      {concerns.map((concern) => (
        <p key={concern}>
          <Icon name="warning" size={16} />
          {concern}
        </p>
      ))}
    </div>
  )
}
