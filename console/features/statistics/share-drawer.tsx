import { useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { withoutScheme } from '../../app/addresses.ts'
import { problemOf } from '../../graph/problems.ts'
import type { SharedPageFragment, SharedSubjectsQuery } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Select } from '../../ui/choice.tsx'
import { copyText } from '../../ui/copy.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toPeriodFilter } from './periods.ts'
import { SharedPages, SharedSubjects, SharePage } from './share.graphql.ts'
import styles from './share-drawer.module.css'
import { SharedPageList } from './shared-page-list.tsx'
import type { StatisticsLink } from './statistics-link.ts'
import type { StatisticsState } from './statistics-state.ts'
import { periodName } from './times.ts'

interface ShareDrawerProps {
  readonly state: StatisticsState
  readonly link: StatisticsLink | null
  readonly onClose: () => void
}

/** Makes a page with these statistics that needs no account, and lists those that there are. */
// biome-ignore lint/style/noDefaultExport: React loads the drawer by its default export.
export default function ShareDrawer({ state, link, onClose }: ShareDrawerProps) {
  const [{ data: subjects }] = useQuery({ query: SharedSubjects, pause: link !== null })
  const [{ data: pages }] = useQuery({ query: SharedPages })
  const shown = (pages?.sharedStatsPages?.nodes ?? []).filter(({ urlId }) => !link || urlId === link.id)
  return (
    <Dialog title={t('share.title')} onClose={onClose}>
      <div className={styles.body}>
        <p className={styles.quiet}>{t('share.lead')}</p>
        {(link || subjects) && <ShareForm state={state} link={link} subjects={subjects} />}
        <SharedPageList pages={shown} subjects={subjects} />
      </div>
    </Dialog>
  )
}

interface ShareFormProps {
  readonly state: StatisticsState
  readonly link: StatisticsLink | null
  readonly subjects: SharedSubjectsQuery | undefined
}

function ShareForm({ state, link, subjects }: ShareFormProps) {
  const { period, zone, filters } = state
  const options = [
    ...(subjects?.folders?.nodes ?? []).map(({ id, name }) => [id, t('share.folder', { name })] as const),
    ...(subjects?.tags?.nodes ?? []).map(({ id, name }) => [id, t('share.tag', { name })] as const),
  ]
  const [subject, setSubject] = useState(filters.folder ?? filters.tag ?? '')
  const [title, setTitle] = useState('')
  const [hasTitles, setTitles] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const [made, setMade] = useState<SharedPageFragment | null>(null)
  const [{ fetching, error }, share] = useMutation(SharePage)
  const problem = problemOf(error)
  if (!link && options.length === 0) return <p>{t('share.noSubject')}</p>
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const isFolder = subjects?.folders?.nodes.some(({ id }) => id === subject)
    const answer = share({
      input: {
        ...(link ? { urlId: link.id } : isFolder ? { folderId: subject } : { tagId: subject }),
        ...toPeriodFilter(period, zone),
        title: title.trim() || null,
        showsLinkTitles: hasTitles,
      },
    })
    const copying = copyText(answer.then(({ data }) => data?.createSharedStatsPage?.url))
    const { data } = await answer
    if (!data?.createSharedStatsPage) return
    setMade(data.createSharedStatsPage)
    setCopied(await copying)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {link ? (
        <p>
          <b>{withoutScheme(link.shortUrl)}</b> {link.title}
        </p>
      ) : (
        <Select
          label={t('share.subject')}
          value={subject}
          options={[['', t('share.choose')], ...options]}
          onChange={setSubject}
        />
      )}
      <Field
        label={t('share.heading')}
        hint={t('share.headingHint')}
        value={title}
        onChange={setTitle}
        maxLength={100}
        problem={problem?.fields.title}
      />
      {!link && <Check label={t('share.titles')} isChecked={hasTitles} onChange={setTitles} />}
      <p className={styles.quiet}>
        {t(typeof period === 'string' ? 'share.periodMoves' : 'share.periodFixed', { period: periodName(period) })}{' '}
        {Object.values(filters).some(Boolean) && t('share.noFilters')}
      </p>
      <Problem problem={problem && Object.keys(problem.fields).length === 0 ? problem : null} />
      <div>
        <Button type="submit" kind="main" icon="share" isDisabled={fetching || (!link && !subject)}>
          {t('share.create')}
        </Button>
      </div>
      {made && (
        <p className={styles.made} role="status">
          <a href={made.url} target="_blank" rel="noreferrer">
            {withoutScheme(made.url)}
          </a>
          {isCopied && t('share.copied')}
        </p>
      )}
    </form>
  )
}
