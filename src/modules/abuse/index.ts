export { findLinksAwaitingReview, type LinkAwaitingReview } from './abuse-review.service.ts'
export { BlockListSweeper } from './block-list-sweeper.ts'
