import { type ReactNode, useState } from 'react'
import type { TypedDocumentNode } from 'urql'
import { Link } from 'wouter'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type Connection, Pages } from '../../ui/pages.tsx'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { useHiddenLinks } from '../links/hidden-links.ts'
import { useDeleteLater } from '../links/use-delete-later.ts'
import styles from './labels.module.css'

interface Label {
  readonly id: string
  readonly name: string
}

/** A dialog about a label, or about a new one. */
export type LabelDialog<Node> = (props: { readonly label: Node; readonly onClose: () => void }) => ReactNode

interface LabelListProps<Data, Deleted, Node> {
  readonly title: string
  /** Says that there are none. */
  readonly none: string
  readonly lead: string
  readonly query: TypedDocumentNode<Data, { first: number; after?: string | null }>
  readonly listOf: (data: Data) => Connection<Node> | null | undefined
  readonly row: (label: Node) => ReactNode
  readonly create: string
  readonly New: (props: { readonly onClose: () => void }) => ReactNode
  readonly edit: string
  readonly Edit: LabelDialog<Node>
  /** What else can be done with one. */
  readonly more?: { readonly name: string; readonly icon: IconName; readonly Dialog: LabelDialog<Node> }
  readonly deletion: TypedDocumentNode<Deleted, { id: string }>
  /** What the notice says of a deleted one. */
  readonly deleted: (label: Node) => string
}

/** One kind of labels in a list, each of which can be changed and deleted. */
export function LabelList<Data, Deleted, Node extends Label>(props: LabelListProps<Data, Deleted, Node>) {
  const { title, none, lead, query, listOf, row, create, New, edit, Edit, more, deletion, deleted } = props
  const [isNew, setNew] = useState(false)
  const [chosen, setChosen] = useState<{ readonly label: Node; readonly Dialog: LabelDialog<Node> } | null>(null)
  const deleteLater = useDeleteLater(deletion)
  const hidden = useHiddenLinks()
  const keptFocus = useKeptFocus()
  const headWith = (text: string) => (
    <header>
      <p>{text}</p>
      <Button icon="plus" onPress={() => setNew(true)}>
        {create}
      </Button>
    </header>
  )
  return (
    <section className={styles.labels} ref={keptFocus}>
      <h3>{title}</h3>
      <Pages
        query={query}
        variables={{}}
        listOf={listOf}
        rowHeight={56}
        head={headWith(lead)}
        empty={headWith(`${none} ${lead}`)}
        row={(label) =>
          hidden.has(label.id) ? null : (
            <li>
              <div className={styles.label}>{row(label)}</div>
              <Menu
                label={t('links.actions', { address: label.name })}
                trigger={<Button kind="quiet" icon="more" label={t('links.actions', { address: label.name })} />}
                actions={[
                  { id: 'edit', name: edit, icon: 'edit', act: () => setChosen({ label, Dialog: Edit }) },
                  ...(more
                    ? [
                        {
                          id: 'more',
                          name: more.name,
                          icon: more.icon,
                          act: () => setChosen({ label, Dialog: more.Dialog }),
                        },
                      ]
                    : []),
                  null,
                  {
                    id: 'delete',
                    name: t('link.delete'),
                    icon: 'trash',
                    isDangerous: true,
                    act: () => deleteLater(label.id, deleted(label)),
                  },
                ]}
              />
            </li>
          )
        }
      />
      {isNew && <New onClose={() => setNew(false)} />}
      {chosen && <chosen.Dialog label={chosen.label} onClose={() => setChosen(null)} />}
    </section>
  )
}

/** How many links have a label: leads to them. */
export function LinkCount({ href, count }: { readonly href: string; readonly count: number }) {
  return <Link href={href}>{t('workspace.links', { count, shown: formatNumber(count) })}</Link>
}
