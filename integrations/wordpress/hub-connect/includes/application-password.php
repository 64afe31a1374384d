<?php
/**
 * The key that a publishing service gets: an application password of the user.
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

/**
 * Makes an application password with a name that the user has not used.
 *
 * @param WP_User $user    The user.
 * @param string  $service Name of the publishing service, as it gave it.
 * @return string|WP_Error The password in groups of four.
 */
function hub_connect_create_application_password( WP_User $user, $service ) {
	$created = WP_Application_Passwords::create_new_application_password(
		$user->ID,
		array( 'name' => hub_connect_unused_name( $user->ID, $service ) )
	);
	return is_wp_error( $created ) ? $created : WP_Application_Passwords::chunk_password( $created[0] );
}

/**
 * Returns a name for the list in the user's profile. WordPress refuses a second application password with the same name.
 *
 * @param int    $user_id The user.
 * @param string $service Name of the publishing service, as it gave it.
 * @return string
 */
function hub_connect_unused_name( $user_id, $service ) {
	$service = trim( mb_substr( sanitize_text_field( $service ), 0, 100 ) );
	if ( '' === $service ) {
		$service = __( 'Publishing service', 'hub-connect' );
	}
	$name   = sprintf(
		/* translators: 1: Name of a publishing service. 2: Date and time. */
		__( '%1$s, connected %2$s', 'hub-connect' ),
		$service,
		wp_date( 'Y-m-d H:i:s' )
	);
	$unused = $name;
	for ( $number = 2; WP_Application_Passwords::application_name_exists_for_user( $user_id, $unused ); $number++ ) {
		$unused = "$name ($number)";
	}
	return $unused;
}
