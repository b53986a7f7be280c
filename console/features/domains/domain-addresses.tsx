import { useMutation } from 'urql'
import { withScheme } from '../../app/addresses.ts'
import { problemOf } from '../../graph/problems.ts'
import type { DomainDetailsFragment } from '../../graph/types.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useDraft } from '../../ui/use-draft.ts'
import { UpdateDomain } from './domains.graphql.ts'
import styles from './domains.module.css'

const fields = ['rootUrl', 'notFoundUrl', 'expiredUrl'] as const
const labels = { rootUrl: 'form.rootUrl', notFoundUrl: 'form.notFoundUrl', expiredUrl: 'domains.expiredUrl' } as const

/** Where visitors of a domain go who do not find a link there. */
export function DomainAddresses({ domain }: { readonly domain: DomainDetailsFragment }) {
  const { id, rootUrl, notFoundUrl, expiredUrl } = domain
  const base = { rootUrl: rootUrl ?? '', notFoundUrl: notFoundUrl ?? '', expiredUrl: expiredUrl ?? '' }
  const { draft, isWritten, change, discard } = useDraft(`domain.${id}`, base)
  const [{ fetching, error }, update] = useMutation(UpdateDomain)
  const problem = problemOf(error)
  const isAtField = fields.some((field) => problem?.fields[field])
  const save = async (event: React.FormEvent) => {
    event.preventDefault()
    const address = (text: string) => (text.trim() ? withScheme(text.trim()) : null)
    const input = Object.fromEntries(fields.map((field) => [field, address(draft[field])]))
    const { data } = await update({ id, input })
    if (!data?.updateDomain) return
    discard()
    notify(t('edit.saved'))
  }
  return (
    <form className={styles.card} onSubmit={save}>
      <h3>{t('domains.addresses')}</h3>
      {fields.map((field) => (
        <Field
          key={field}
          label={t(labels[field])}
          placeholder="https://"
          inputMode="url"
          value={draft[field]}
          onChange={(value) => change({ [field]: value })}
          problem={problem?.fields[field]}
          hint={t(`domains.${field}.hint`)}
        />
      ))}
      {!isAtField && <Problem problem={problem} />}
      <footer>
        {isWritten && <Button onPress={discard}>{t('edit.discard')}</Button>}
        <Button type="submit" kind={isWritten ? 'main' : 'secondary'} isDisabled={!isWritten || fetching}>
          {t('edit.save')}
        </Button>
      </footer>
    </form>
  )
}
