import { useClient } from 'urql'
import { defaultTitle, looksLikeAddress, withScheme } from '../../app/addresses.ts'
import { problemOf } from '../../graph/problems.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { notify } from '../../ui/notices.tsx'
import type { FormProps } from './draft.ts'
import { Unfurl } from './link-form.graphql.ts'

/** The title of a link. The page at its destination is asked for its own when somebody wants it. */
export function TitleField({ draft: { destination, title }, onChange, problems }: FormProps) {
  const client = useClient()
  const text = destination.trim()
  const url = looksLikeAddress(text) ? withScheme(text) : ''
  const readTitle = async (button: Element) => {
    // Enter sends the form then, instead of asking again.
    button.parentElement?.querySelector('input')?.focus()
    const { data, error } = await client.query(Unfurl, { url }).toPromise()
    const found = data?.unfurl?.title
    if (found) onChange({ title: found })
    else notify(problemOf(error)?.message ?? t('form.noPageTitle'), { isProblem: true })
  }
  return (
    <Field
      label={t('form.title')}
      placeholder={defaultTitle(url)}
      value={title}
      onChange={(value) => onChange({ title: value })}
      problem={problems.title}
      suffix={
        url && (
          <Button kind="quiet" onPress={({ target }) => readTitle(target)}>
            {t('form.pageTitle')}
          </Button>
        )
      }
    />
  )
}
