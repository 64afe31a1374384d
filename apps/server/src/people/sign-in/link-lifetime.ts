export const LINK_MINUTES = 10;
export const LINK_SECONDS = LINK_MINUTES * 60;
/** How long a browser waits before it may ask for another mail. */
export const RESEND_SECONDS = 60;
