import { useState } from 'react'
import { useClient, useMutation, useQuery } from 'urql'
import { useSearchParams } from 'wouter'
import { problemOf } from '../../graph/problems.ts'
import type { PageDraftFragment, PageHeadFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Choices } from '../../ui/charts/chart-card.tsx'
import { notify } from '../../ui/notices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import { BlockList, type StoredBlocks } from './block-list.tsx'
import { PagePreview } from './page-preview.tsx'
import { PageSections } from './page-sections.tsx'
import { DiscardPageDraft, PageDraft, PublishPage } from './pages.graphql.ts'
import styles from './pages.module.css'
import { isChanged, usePageForm } from './use-page-form.ts'

interface PageEditorProps {
  readonly page: PageHeadFragment
}

/** What the page shows, beside the page itself as it will be. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function PageEditor({ page }: PageEditorProps) {
  const [{ data, error }, ask] = useQuery({ query: PageDraft, variables: { id: page.id } })
  // A form that was discarded begins anew.
  const [round, setRound] = useState(0)
  if (error) return <Problem problem={problemOf(error)} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  const saved = data?.bioPageDraft
  if (!saved) return <ScreenSkeleton />
  return (
    <Editor key={round} page={page} saved={saved} stored={data.bioBlocks} onDiscarded={() => setRound(round + 1)} />
  )
}

interface EditorProps extends PageEditorProps {
  readonly saved: PageDraftFragment
  readonly stored: StoredBlocks
  readonly onDiscarded: () => void
}

function Editor({ page, saved, stored, onDiscarded }: EditorProps) {
  const [params, setParams] = useSearchParams()
  const { form, change, discard, flush, savedVersion, ...state } = usePageForm(saved)
  const client = useClient()
  const [publishing, publish] = useMutation(PublishPage)
  const [, discardDraft] = useMutation(DiscardPageDraft)
  const { id, isPublished, hasDraft, avatarUrl, socialImageUrl } = page
  const problem = state.problem ?? (isChanged(publishing.error) ? null : problemOf(publishing.error))
  const view = params.has('preview') ? 'preview' : 'edit'
  const publishNow = async () => {
    if (!(await flush())) return
    const { error } = await publish({ id, ifVersion: state.readVersion() })
    if (isChanged(error)) return state.setOvertaken(true)
    const done = t(isPublished ? 'pages.changesPublished' : 'pages.published')
    notify(problemOf(error)?.message ?? done, { isProblem: error !== undefined })
  }
  /** What another window has saved takes the place of what stands here. */
  const load = async () => {
    const { error } = await client.query(PageDraft, { id }, { requestPolicy: 'network-only' }).toPromise()
    if (error) return notify(problemOf(error)?.message ?? '', { isProblem: true })
    state.giveUp()
    onDiscarded()
  }
  const discardNow = async () => {
    discard()
    const failure = problemOf((await discardDraft({ id })).error)
    notify(failure?.message ?? t('pages.discarded'), { isProblem: failure !== null })
    if (!failure) onDiscarded()
  }
  return (
    <>
      <div className={styles.bar}>
        <p role="status">{describeSaving(state, page)}</p>
        {state.isOvertaken ? (
          <>
            <Button onPress={load}>{t('pages.overtaken.load')}</Button>
            <Button kind="quiet" onPress={state.overwrite}>
              {t('pages.overtaken.keep')}
            </Button>
          </>
        ) : (
          <>
            {isPublished && hasDraft && (
              <Button kind="quiet" onPress={discardNow}>
                {t('edit.discard')}
              </Button>
            )}
            {(!isPublished || hasDraft || !state.isSaved) && (
              <Button kind="main" icon="check" isDisabled={publishing.fetching} onPress={publishNow}>
                {t(isPublished ? 'pages.publishChanges' : 'pages.publish')}
              </Button>
            )}
          </>
        )}
      </div>
      <div className={styles.views}>
        <Choices
          label={t('pages.view')}
          value={view}
          options={[
            ['edit', t('link.edit')],
            ['preview', t('pages.preview')],
          ]}
          onChange={(next) => setParams(next === 'preview' ? { preview: '' } : {}, { replace: true })}
        />
      </div>
      <div className={styles.columns} data-view={view}>
        <div className={styles.form}>
          <Problem problem={problem && Object.keys(problem.fields).length === 0 ? problem : null} />
          <BlockList form={form} onChange={change} problems={problem?.fields ?? {}} stored={stored} />
          <PageSections
            form={form}
            onChange={change}
            problems={problem?.fields ?? {}}
            page={page}
            linkContrast={saved.theme.linkContrast}
          />
        </div>
        <PagePreview id={id} title={form.title} version={`${savedVersion} ${avatarUrl} ${socialImageUrl}`} />
      </div>
    </>
  )
}

interface SavingState {
  readonly isSaving: boolean
  readonly isSaved: boolean
  readonly isOvertaken: boolean
  readonly problem: object | null
}

function describeSaving(
  { isSaving, isSaved, isOvertaken, problem }: SavingState,
  { isPublished, hasDraft }: PageHeadFragment,
) {
  if (isOvertaken) return t('pages.overtaken')
  if (problem && !isSaved) return t('pages.notSaved')
  if (isSaving || !isSaved) return t('qr.saving')
  if (!isPublished) return t('pages.savedUnpublished')
  return t(hasDraft ? 'pages.savedDraft' : 'pages.asPublished')
}
