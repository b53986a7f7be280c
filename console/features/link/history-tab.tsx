import ActivityTab from '../activity/activity-tab.tsx'
import { LinkHealth } from '../health/link-health.tsx'
import type { LinkOfScreen } from './link-of-screen.ts'
import styles from './link-screen.module.css'

/** How the link does: whether its destination answers, which hours were unusual, and who did what. */
// biome-ignore lint/style/noDefaultExport: React loads a part of a screen by its default export.
export default function HistoryTab({ link }: { readonly link: LinkOfScreen }) {
  return (
    <div className={styles.history}>
      <LinkHealth id={link.id} />
      <ActivityTab subject={link} />
    </div>
  )
}
