/** Open sockets of one member on one node: tabs and devices. */
export const liveSocketsMax = 20;
export const liveFrameMaxBytes = 64 * 1024;
