/** Whether this page lies on a static site, made by `lodge site`: then there is no server to ask. */
export const SITE = typeof document !== 'undefined' && !!document.querySelector('meta[name=lodge-site]');
