/** The path of the judged releases file, under the page's `<base>`. */
export const JUDGED_EXPORT = ROUTES.exportJudgedPairs[1].slice(1)
