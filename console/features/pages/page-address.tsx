import { useState } from 'react'
import { useMutation } from 'urql'
import { useLocation } from 'wouter'
import { problemOf } from '../../graph/problems.ts'
import type { PageHeadFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { notify } from '../../ui/notices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { MovePage } from './pages.graphql.ts'
import styles from './pages.module.css'
import { SlugField } from './slug-field.tsx'

/** The address of a page has no draft. Another one ends the former, so that is said first. */
export function PageAddress({ page: { id, slug, isPublished } }: { readonly page: PageHeadFragment }) {
  const [, navigate] = useLocation()
  const [text, setText] = useState(slug)
  const [{ fetching, error }, move] = useMutation(MovePage)
  const problem = problemOf(error)
  const submit = async (event: React.FormEvent) => {
    event.preventDefault()
    const { data } = await move({ id, slug: text.trim() })
    if (!data?.updateBioPage) return
    notify(t('edit.saved'))
    navigate(`/pages/${data.updateBioPage.slug}`, { replace: true })
  }
  return (
    <form onSubmit={submit} className={styles.address}>
      <SlugField slug={text} onChange={setText} currentSlug={slug} problem={problem?.fields.slug} />
      {problem && Object.keys(problem.fields).length === 0 && <Problem problem={problem} />}
      {text.trim() !== slug && (
        <>
          {isPublished && (
            <p className={styles.warning}>
              <Icon name="warning" /> {t('pages.addressWarning')}
            </p>
          )}
          <div>
            <Button type="submit" isDisabled={fetching || !text.trim()}>
              {t('pages.changeAddress')}
            </Button>
          </div>
        </>
      )}
    </form>
  )
}
