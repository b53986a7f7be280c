export { findAppealedLinkIds } from './abuse.queries.ts'
export { findLinksAwaitingReview, type LinkAwaitingReview, loadReview } from './abuse-review.service.ts'
export { AbuseReview } from './abuse-review.types.ts'
export { BlockListSweeper } from './block-list-sweeper.ts'
