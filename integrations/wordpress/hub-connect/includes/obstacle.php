<?php
/**
 * Why a user cannot connect a publishing service.
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

/**
 * Returns what prevents this site from making keys for anybody.
 *
 * @return string|null A sentence for people; null when nothing does.
 */
function hub_connect_site_obstacle() {
	if ( wp_is_application_passwords_available() ) {
		return null;
	}
	if ( ! wp_is_application_passwords_supported() ) {
		return __( 'Publishing services connect with application passwords, which need HTTPS. This site does not use HTTPS.', 'hub-connect' );
	}
	return __( 'Publishing services connect with application passwords, which are turned off on this site. A plugin or the administrator did this.', 'hub-connect' );
}

/**
 * Returns what prevents a user from connecting a publishing service.
 *
 * @param WP_User $user The user.
 * @return string|null A sentence for people; null when nothing does.
 */
function hub_connect_obstacle( WP_User $user ) {
	$of_site = hub_connect_site_obstacle();
	if ( null !== $of_site ) {
		return $of_site;
	}
	if ( ! user_can( $user, 'publish_posts' ) || ! user_can( $user, 'upload_files' ) ) {
		return __( 'Publishing services need a user who may publish posts and upload files. Your role does not allow both; ask an administrator.', 'hub-connect' );
	}
	if ( ! wp_is_application_passwords_available_for_user( $user ) ) {
		return __( 'Publishing services connect with application passwords, which are turned off for your account. Ask an administrator.', 'hub-connect' );
	}
	return null;
}
