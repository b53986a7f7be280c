import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { problemOf } from '../../graph/problems.ts'
import type { PageHeadFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { slugOf } from './page-form.ts'
import { CreatePage, DuplicatePage } from './pages.graphql.ts'
import { SlugField } from './slug-field.tsx'

interface NewPageProps {
  /** The page that is copied. */
  readonly original: PageHeadFragment | null
  readonly onClose: () => void
}

/** A page needs a name, from which its address follows until somebody writes another one. */
export function NewPage({ original, onClose }: NewPageProps) {
  const [, navigate] = useLocation()
  const base = { title: original?.title ?? '', slug: '' }
  const { draft, change, discard } = useDraft('page', base, { source: original?.id ?? 'new' })
  const { title } = draft
  const slug = draft.slug || slugOf(original && title === original.title ? `${original.slug}-2` : title)
  const [creating, create] = useMutation(CreatePage)
  const [copying, copy] = useMutation(DuplicatePage)
  const state = { fetching: creating.fetching || copying.fetching, error: creating.error ?? copying.error }
  const problem = problemOf(state.error)
  const submit = async () => {
    const fields = { title: title.trim(), slug: slug.trim() }
    const page = original
      ? (await copy({ id: original.id, ...fields })).data?.duplicateBioPage
      : (await create({ input: fields })).data?.createBioPage
    if (!page) return
    discard()
    navigate(`/pages/${page.slug}`)
  }
  return (
    <FormDialog
      title={t(original ? 'pages.copyOf' : 'pages.new', { title: original?.title ?? '' })}
      action={t(original ? 'link.duplicate' : 'pages.create')}
      state={state}
      fields={['title', 'slug']}
      isIncomplete={!title.trim() || !slug.trim()}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('pages.name')}
        placeholder={t('pages.nameExample')}
        autoFocus
        maxLength={100}
        value={title}
        onChange={(value) => change({ title: value })}
        problem={problem?.fields.title}
      />
      <SlugField slug={slug} onChange={(value) => change({ slug: value })} problem={problem?.fields.slug} />
    </FormDialog>
  )
}
